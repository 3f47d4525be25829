import type { StoredDraft } from "../stores/draft-store.ts";
import { decisionText, stateOf } from "./decision.ts";
import type { DraftNote } from "./draft-note.ts";
import type { DecideResult, Drafts, DraftsSurroundings, SeenDraft, Verdict } from "./drafts.ts";
import { createSee } from "./see.ts";
import { stepDraft } from "./state.ts";

/** As many digits as nobody finds a second text for by the way. */
const fewestDigits = 12;

/** Takes a person's decision about what they saw. The first of two that decide at once wins. */
export function createDecide(surroundings: DraftsSurroundings): Drafts["decide"] {
  const { store, clock, nameOf, entryOf } = surroundings;
  const see = createSee(surroundings);
  return async (set, name, verdict) => {
    const seen = await see(set, name);
    if (seen === undefined) return { kind: "unknown" };
    if (seen === "damaged") return { kind: "differs" };
    const known = await nameOf(verdict.by);
    const objection = objectionTo(seen, verdict, known);
    if (objection !== undefined) return objection;
    const { to, by } = verdict;
    const { stored, findings } = seen;
    const { digest, version } = stored;
    const at = clock.now();
    const kind = to === "approved" ? "approve" : "reject";
    const stepped = stepDraft(stateOf(stored), { kind, digest, by, at, findings });
    if (stepped.kind === "refused") return refusals[stepped.why](findings);
    const decision = decisionText({ kind: to, digest, by, at });
    const draft: StoredDraft = {
      ...stored,
      state: to,
      decision,
      version: version + 1,
      changedAt: at,
    };
    const about = { set, name, digest, version: draft.version, to };
    const note: DraftNote = { kind: "draft.decided", at, by: known, about };
    const put = await store.put([{ draft, replaces: version }], [entryOf(note)]);
    return put === "put" ? { kind: "decided", draft } : { kind: "differs" };
  };
}

function objectionTo(
  { stored, content }: SeenDraft,
  { to, digest, self }: Verdict,
  by: string,
): DecideResult | undefined {
  if (to === "approved" && digest === undefined) return { kind: "differs" };
  if (digest !== undefined && !isOf(stored, digest)) return { kind: "differs" };
  const isOwn = to === "approved" && self === "never" && content.writtenBy === by;
  return isOwn ? { kind: "own" } : undefined;
}

function isOf({ digest: whole }: StoredDraft, given: string): boolean {
  const digits = given.replace(/^sha256:/, "");
  return digits.length >= fewestDigits && whole.startsWith(`sha256:${digits}`);
}

const refusals: Readonly<
  Record<
    "already-decided" | "changed" | "has-errors",
    (findings: SeenDraft["findings"]) => DecideResult
  >
> = {
  "already-decided": () => ({ kind: "settled" }),
  changed: () => ({ kind: "differs" }),
  "has-errors": (findings) => ({ kind: "flawed", findings }),
};
