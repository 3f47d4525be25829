import { own } from "@toolcourt/sdk";
import type { StoredDraft } from "../../stores/draft-store.ts";
import { contentText, type Definition, type DraftContent, readContent } from "./content.ts";
import { type DraftNote, decisionOn, stateOf, type Way } from "./decision.ts";
import { draftDigest, type Provenance } from "./draft.ts";
import type { DraftSummary, Drafts, DraftsDeps, WriteResult, Writing } from "./drafts.ts";
import type { JudgedDraft } from "./judge-drafts.ts";
import { stepDraft } from "./state.ts";

interface Written {
  readonly set: string;
  readonly content: DraftContent;
  readonly at: number;
  /** The draft it replaces. Default: none. */
  readonly known?: DraftSummary;
}

/** Creates the functions that add a draft by hand or edit an existing one. */
export function createWrite(deps: DraftsDeps): Pick<Drafts, "add" | "edit"> {
  const { store, judge, nameOf } = deps;
  const put = createPut(deps);
  return {
    add: async (writing) => {
      const { definition, set } = writing;
      const name = own(definition.tool, "name");
      if (typeof name === "string" && (await store.find(set, name)) !== undefined) {
        return { kind: "taken" };
      }
      const by = await nameOf(writing.by);
      const content = { ...definition, provenance: byHand(writing), notes: [], writtenBy: by };
      return put(set, content, { by });
    },
    edit: async (name, writing) => {
      const { definition, set, replaces } = writing;
      const stored = await store.find(set, name);
      if (stored === undefined || own(definition.tool, "name") !== name) return { kind: "unknown" };
      if (replaces !== undefined && replaces !== stored.version) return { kind: "overtaken" };
      const content = readContent(stored);
      const by = await nameOf(writing.by);
      const digest = draftDigest(definition);
      if (content === undefined || digest !== stored.digest) {
        return put(set, edited(writing, { stored, content, by }), { by, known: stored });
      }
      if (isAskedAgain(stored)) return put(set, content, { by, known: stored });
      return { kind: "unchanged", judged: judgedIn(judge(set, [content])) };
    },
  };
}

/** Returns whether an edit without changes still moves the draft to another state. */
function isAskedAgain(stored: StoredDraft): boolean {
  const state = stateOf(stored);
  const stepped = stepDraft(state, { kind: "edit", digest: stored.digest });
  return stepped.kind === "moved" && stepped.state.kind !== state.kind;
}

interface Edited {
  readonly stored: StoredDraft;
  /** Undefined if the stored content is unreadable. */
  readonly content: DraftContent | undefined;
  readonly by: string;
}

function edited(writing: Writing, { stored, content, by }: Edited): DraftContent {
  const { definition } = writing;
  if (content === undefined) {
    return { ...definition, provenance: byHand(writing), notes: [], writtenBy: by };
  }
  const { before: _before, alsoWrittenBy: _others, ...kept } = content;
  const before = earlierOf(stored, content);
  const others = writersOf(stored, content).filter((each) => each !== by);
  return {
    ...kept,
    ...definition,
    writtenBy: by,
    ...(others.length > 0 && { alsoWrittenBy: others }),
    ...(before && { before }),
  };
}

/** Returns the authors whose text is not yet approved. */
function writersOf({ state }: StoredDraft, content: DraftContent): readonly string[] {
  if (state === "approved") return [];
  const { writtenBy, alsoWrittenBy = [] } = content;
  return [...alsoWrittenBy, writtenBy];
}

interface Putting {
  readonly by: string;
  /** The draft it replaces. Default: none. */
  readonly known?: DraftSummary;
}

type Put = (set: string, content: DraftContent, putting: Putting) => Promise<WriteResult>;

/** Stores a new draft or replaces an existing one. */
function createPut({ store, clock, judge, entryOf }: DraftsDeps): Put {
  return async (set, content, { by, known }) => {
    const judged = judgedIn(judge(set, [content]));
    const at = clock.now();
    const draft = writtenDraft({ set, content, at, ...(known && { known }) });
    const { name, digest, version } = draft;
    const way: Way = known === undefined ? "added" : "edited";
    const about = { set, name, digest, version, way };
    const note: DraftNote = { kind: "draft.written", at, by, about };
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

/** Provenance of a handwritten draft, which has no source document. */
function byHand({ from, documentDigest }: Writing): Provenance {
  return { from, documentDigest, pointer: "", edition: "by hand", title: "", version: "" };
}

/** Builds a draft for the store: pending, with the approval it lost, if any. */
export function writtenDraft({ set, content, at, known }: Written): StoredDraft {
  const name = own(content.tool, "name");
  if (typeof name !== "string") throw new TypeError("A draft has a name.");
  const lost = known && decisionOn(known)?.kind === "approved" ? known.decision : undefined;
  return {
    set,
    name,
    version: (known?.version ?? 0) + 1,
    digest: draftDigest(content),
    state: "pending",
    ...(lost === undefined ? {} : { decision: lost }),
    content: contentText(content),
    changedAt: at,
  };
}

/** Returns the last approved definition if the new content differs from it. */
export function earlierOf(stored: StoredDraft, content: DraftContent): Definition | undefined {
  if (stored.state !== "approved") return content.before;
  const { tool, operation } = content;
  return { tool, operation };
}
