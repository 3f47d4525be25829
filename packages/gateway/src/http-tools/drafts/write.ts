import { own } from "@toolcourt/sdk";
import type { StoredDraft } from "../../stores/draft-store.ts";
import { contentText, type Definition, type DraftContent, readContent } from "./content.ts";
import { type DraftNote, decisionOn, stateOf, type Way } from "./decision.ts";
import { draftDigest, type Provenance } from "./draft.ts";
import type { DraftSummary, DraftsDeps, WriteResult, Writing } from "./drafts.ts";
import { judgeDraft } from "./judge-draft.ts";
import { stepDraft } from "./state.ts";

interface Written {
  readonly set: string;
  readonly content: DraftContent;
  readonly at: number;
  /** The draft it replaces. Default: none. */
  readonly known?: DraftSummary | undefined;
}

/** Adds a draft by hand. */
export async function addDraft(deps: DraftsDeps, writing: Writing): Promise<WriteResult> {
  const { definition, set } = writing;
  const name = own(definition.tool, "name");
  if (typeof name === "string" && (await deps.store.find(set, name)) !== undefined) {
    return { kind: "taken" };
  }
  const by = await deps.nameOf(writing.by);
  const content = { ...definition, provenance: byHand(writing), notes: [], writtenBy: by };
  return put(deps, content, { set, by });
}

export async function editDraft(
  deps: DraftsDeps,
  name: string,
  writing: Writing,
): Promise<WriteResult> {
  const { definition, set, replaces } = writing;
  const known = await deps.store.find(set, name);
  if (known === undefined || own(definition.tool, "name") !== name) return { kind: "unknown" };
  if (replaces !== undefined && replaces !== known.version) return { kind: "overtaken" };
  const content = readContent(known);
  const by = await deps.nameOf(writing.by);
  const digest = draftDigest(definition);
  if (content === undefined || digest !== known.digest) {
    return put(deps, edited(writing, { stored: known, content, by }), { set, by, known });
  }
  if (isAskedAgain(known)) return put(deps, content, { set, by, known });
  return { kind: "unchanged", judged: judgeDraft(content, set, deps) };
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
  readonly set: string;
  readonly by: string;
  /** The draft it replaces. Default: none. */
  readonly known?: DraftSummary;
}

/** Stores a new draft or replaces an existing one. */
async function put(
  deps: DraftsDeps,
  content: DraftContent,
  { set, by, known }: Putting,
): Promise<WriteResult> {
  const { store, clock, entryOf } = deps;
  const judged = judgeDraft(content, set, deps);
  const at = clock.now();
  const draft = writtenDraft({ set, content, at, known });
  const { name, digest, version } = draft;
  const way: Way = known === undefined ? "added" : "edited";
  const about = { set, name, digest, version, way };
  const note: DraftNote = { kind: "draft.written", at, by, about };
  const change = { draft, ...(known && { replaces: known.version }) };
  const result = await store.put([change], [entryOf(note)]);
  if (result === "put") return { kind: "written", judged };
  return { kind: known === undefined ? "taken" : "overtaken" };
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
