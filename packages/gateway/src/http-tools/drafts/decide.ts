import type { StoredDraft } from "../../stores/draft-store.ts";
import { readContent } from "./content.ts";
import { type DraftNote, decisionText, stateOf } from "./decision.ts";
import type { DecideResult, DraftsDeps, SeenDraft, Verdict } from "./drafts.ts";
import { judgeDraft } from "./judge-draft.ts";
import { stepDraft } from "./state.ts";

/** Records a decision on the draft that was shown. The first of two concurrent decisions wins. */
export async function decide(deps: DraftsDeps, decided: Decided): Promise<DecideResult> {
  const first = await attempt(deps, decided);
  // Lost a race: the retry reports the winner's result.
  const result = first === "overtaken" ? await attempt(deps, decided) : first;
  return result === "overtaken" ? { kind: "differs" } : result;
}

interface Decided {
  readonly set: string;
  readonly name: string;
  readonly verdict: Verdict;
}

async function attempt(
  deps: DraftsDeps,
  { set, name, verdict }: Decided,
): Promise<DecideResult | "overtaken"> {
  const { store, clock, nameOf, entryOf } = deps;
  const seen = await see(deps, set, name);
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
  return put === "put" ? { kind: "decided", draft } : put;
}

function objectionTo(
  { stored, content }: SeenDraft,
  { to, digest, self }: Verdict,
  by: string,
): DecideResult | undefined {
  if (to === "approved" && digest === undefined) return { kind: "differs" };
  if (digest !== undefined && !isOf(stored, digest)) return { kind: "differs" };
  const isOwn = to === "approved" && self === "never" && wrote(by, content);
  return isOwn ? { kind: "own" } : undefined;
}

function wrote(by: string, { writtenBy, alsoWrittenBy = [] }: SeenDraft["content"]): boolean {
  return by === writtenBy || alsoWrittenBy.includes(by);
}

// Requires the full digest. With a prefix, an author could craft two drafts with a common one and
// swap them after review.
function isOf({ digest: whole }: StoredDraft, given: string): boolean {
  return whole === `sha256:${given.replace(/^sha256:/, "")}`;
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

/** Returns a draft with its current findings. */
export async function see(
  deps: DraftsDeps,
  set: string,
  name: string,
): Promise<SeenDraft | "damaged" | undefined> {
  const stored = await deps.store.find(set, name);
  if (stored === undefined) return undefined;
  const content = readContent(stored);
  if (content === undefined) return "damaged";
  const { findings, approvable } = judgeDraft(content, set, deps);
  return { stored, content, findings, approvable };
}
