import { own } from "@toolcourt/sdk";
import { type DraftContent, readContent } from "./content.ts";
import { draftDigest, type Provenance } from "./draft.ts";
import type { DraftNote, Way } from "./draft-note.ts";
import type { DraftSummary, Drafts, DraftsSurroundings, WriteResult, Writing } from "./drafts.ts";
import type { JudgedDraft } from "./judge-drafts.ts";
import { earlierOf, writtenDraft } from "./written-draft.ts";

/** Puts down what somebody wrote by hand, or made of a draft that was there. */
export function createWrite(surroundings: DraftsSurroundings): Pick<Drafts, "add" | "edit"> {
  const { store, judge, nameOf } = surroundings;
  const put = createPut(surroundings);
  return {
    add: async (writing) => {
      const { definition, set } = writing;
      const name = own(definition.tool, "name");
      if (typeof name === "string" && (await store.find(set, name)) !== undefined) {
        return { kind: "taken" };
      }
      const writtenBy = await nameOf(writing.by);
      return put(set, { ...definition, provenance: byHand(writing), notes: [], writtenBy });
    },
    edit: async (name, writing) => {
      const { definition, set } = writing;
      const stored = await store.find(set, name);
      if (stored === undefined || own(definition.tool, "name") !== name) return { kind: "unknown" };
      const content = readContent(stored);
      const writtenBy = await nameOf(writing.by);
      const base = content ?? { provenance: byHand(writing), notes: [] };
      const next = { ...base, ...definition, writtenBy };
      if (content !== undefined && draftDigest(definition) === stored.digest) {
        return { kind: "unchanged", judged: judgedIn(judge(set, [next])) };
      }
      const { before: _before, ...rest } = { before: undefined, ...next };
      const earlier = content && earlierOf(stored, content);
      return put(set, { ...rest, ...(earlier && { before: earlier }) }, stored);
    },
  };
}

type Put = (set: string, content: DraftContent, known?: DraftSummary) => Promise<WriteResult>;

/** Puts a draft in the place of another, or of none. */
function createPut({ store, clock, judge, entryOf }: DraftsSurroundings): Put {
  return async (set, content, known) => {
    const judged = judgedIn(judge(set, [content]));
    const at = clock.now();
    const draft = writtenDraft({ set, content, at, ...(known && { known }) });
    const { name, digest, version } = draft;
    const way: Way = known === undefined ? "added" : "edited";
    const about = { set, name, digest, version, way };
    const note: DraftNote = { kind: "draft.written", at, by: content.writtenBy, about };
    const change = { draft, ...(known && { replaces: known.version }) };
    const result = await store.put([change], [entryOf(note)]);
    if (result === "put") return { kind: "written", judged };
    return { kind: known === undefined ? "taken" : "overtaken" };
  };
}

function judgedIn([judged]: readonly JudgedDraft[]): JudgedDraft {
  if (judged === undefined) throw new TypeError("Every draft is judged.");
  return judged;
}

/** Written here, and in no document. */
function byHand({ from, documentDigest }: Writing): Provenance {
  return { from, documentDigest, pointer: "", edition: "by hand", title: "", version: "" };
}
