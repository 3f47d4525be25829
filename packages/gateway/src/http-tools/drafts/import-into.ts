import { hash } from "node:crypto";
import { yieldToLoop } from "@toolcourt/contracts/internal/kernel/yield-to-loop";
import { own } from "@toolcourt/sdk";
import type { DraftChange, StoredDraft } from "../../stores/draft-store.ts";
import { type DraftContent, readContent } from "./content.ts";
import type { DraftNote } from "./decision.ts";
import type { Draft, Note } from "./draft.ts";
import type { DraftSummary, DraftsDeps } from "./drafts.ts";
import { type JudgedDraft, judgeDraft } from "./judge-draft.ts";
import { importOpenApi, type NotImported } from "./openapi/import-openapi.ts";
import type { ImportSource } from "./openapi/operation.ts";
import { earlierOf, writtenDraft } from "./write.ts";

export interface ImportAsked extends ImportSource {
  readonly text: string;
  readonly set: string;
  readonly by: string;
  /** Adapts each draft to its set. Default: drafts stay as imported. */
  readonly adapt?: (draft: Draft) => Draft;
}

/** An imported draft and its outcome in the set. */
export interface ImportedDraft extends JudgedDraft {
  readonly name: string;
  /** `kept`: edited here, while the document is unchanged since. */
  readonly became: "added" | "changed" | "unchanged" | "kept";
}

export type ImportOutcome =
  | {
      readonly kind: "imported";
      readonly drafts: readonly ImportedDraft[];
      /** Names of drafts that only an earlier edition of the document had. They stay unchanged. */
      readonly gone: readonly string[];
      readonly notImported: readonly NotImported[];
      readonly notes: readonly Note[];
    }
  | { readonly kind: "unreadable"; readonly pointer: string; readonly reason: string }
  /** Lost a race with a concurrent change. */
  | { readonly kind: "overtaken" };

interface Weighed {
  readonly imported: ImportedDraft;
  readonly change?: DraftChange;
}

/** Marks a draft whose name belongs to a draft of another document. */
interface Elsewhere {
  readonly taken: NotImported;
}

/** Imports a document in one transaction. Unchanged definitions stay as they are. */
export async function importInto(deps: DraftsDeps, asked: ImportAsked): Promise<ImportOutcome> {
  const { store, clock, nameOf, entryOf } = deps;
  const { text, set, adapt = asImported } = asked;
  const reading = importOpenApi(text, asked);
  if (reading.kind === "unreadable") return reading;
  const there = new Map((await store.list({ set })).map((each) => [each.name, each]));
  const at = clock.now();
  const by = await nameOf(asked.by);
  const weighed: Weighed[] = [];
  const notImported = [...reading.notImported];
  for (const draft of reading.drafts) {
    const judged = judgeDraft(adapt(draft), set, deps);
    const each = await weigh(judged, { there, deps, at, set, by });
    if ("taken" in each) notImported.push(each.taken);
    else weighed.push(each);
    // Rules take up to 100 ms for a large schema, so calls get a turn.
    await yieldToLoop();
  }
  const drafts = weighed.map(({ imported }) => imported);
  const changes = weighed.flatMap(({ change }) => change ?? []);
  const gone = await goneFrom(there, drafts, { deps, set });
  const done = { kind: "imported", drafts, gone, notImported, notes: reading.notes } as const;
  // What a source gave is recorded already. An import of nothing is none.
  if (asked.source !== undefined && drafts.length === 0) return done;
  const whole = importedNote(asked, { at, by, done, changed: changes.length });
  const notes = [whole, ...changes.map(({ draft }) => writtenNote(draft, { at, by }))];
  const put = await store.put(changes, notes.map(entryOf));
  return put === "overtaken" ? { kind: "overtaken" } : done;
}

interface Done extends Pick<DraftNote, "at" | "by"> {
  readonly done: Extract<ImportOutcome, { readonly kind: "imported" }>;
  readonly changed: number;
}

function importedNote(
  { text, set, source }: ImportAsked,
  { at, by, done: { drafts, gone, notImported }, changed }: Done,
): DraftNote {
  return {
    kind: "draft.imported",
    at,
    by,
    about: {
      set,
      document: `sha256:${hash("sha256", text, "hex")}`,
      ...(source && { source: source.name }),
      drafts: drafts.length,
      changed,
      gone: gone.length,
      notImported: notImported.length,
    },
  };
}

function writtenNote(
  { set, name, digest, version }: DraftChange["draft"],
  { at, by }: Pick<DraftNote, "at" | "by">,
): DraftNote {
  return {
    kind: "draft.written",
    at,
    by,
    about: { set, name, digest, version, way: "imported" },
  };
}

interface Weighing extends Pick<ImportAsked, "set" | "by"> {
  readonly there: ReadonlyMap<string, DraftSummary>;
  readonly deps: DraftsDeps;
  readonly at: number;
}

/** Compares an imported draft with the stored one of the same name. */
async function weigh(
  judged: JudgedDraft,
  { there, deps, set, by, at }: Weighing,
): Promise<Weighed | Elsewhere> {
  const { draft, digest } = judged;
  const name = toolName(draft);
  const known = there.get(name);
  const content: DraftContent = { ...draft, writtenBy: by, importedDigest: digest };
  if (known === undefined) {
    const change = { draft: writtenDraft({ set, content, at }) };
    return { imported: { ...judged, name, became: "added" }, change };
  }
  const { stored, before } = await lookUp(deps, set, name);
  if (isElsewhere(before, draft)) {
    const { pointer } = draft.provenance;
    const reason = "The set has a draft of this name from another document.";
    return { taken: { pointer, at: pointer, reason } };
  }
  const stays = before && stayingAs(before, known, digest);
  if (stays !== undefined) return { imported: { ...judged, name, became: stays } };
  const earlier = stored && before && earlierOf(stored, before);
  const whole = { ...content, ...(earlier && { before: earlier }) };
  const written = writtenDraft({ set, content: whole, at, known });
  const change = { draft: written, replaces: known.version };
  return { imported: { ...judged, name, became: "changed" }, change };
}

function asImported(draft: Draft): Draft {
  return draft;
}

/**
 * Rows of an index are found by words, so none of them may replace the draft of another. A PDF is
 * the same document as before by its file name, for a new edition, or by its bytes.
 */
function isElsewhere(before: Draft | undefined, { provenance }: Draft): boolean {
  const { source } = provenance;
  if (before === undefined || source === undefined) return false;
  const known = before.provenance;
  if (known.source?.name !== source.name) return true;
  return source.row === undefined
    ? !isSameScan(known, provenance)
    : known.source.row?.id !== source.row.id;
}

function isSameScan(known: Draft["provenance"], { source, from }: Draft["provenance"]): boolean {
  const { row, scan } = known.source ?? {};
  return row === undefined && (scan === source?.scan || known.from === from);
}

/**
 * Returns undefined if the definition changed. Content that was tampered with is unreadable, and so
 * rewritten.
 */
function stayingAs(
  { importedDigest }: DraftContent,
  known: DraftSummary,
  digest: string,
): "unchanged" | "kept" | undefined {
  if (known.digest === digest) return "unchanged";
  return importedDigest === digest ? "kept" : undefined;
}

interface LookedUp {
  readonly stored: StoredDraft | undefined;
  readonly before: DraftContent | undefined;
}

async function lookUp({ store }: DraftsDeps, set: string, name: string): Promise<LookedUp> {
  const stored = await store.find(set, name);
  return { stored, before: stored && readContent(stored) };
}

function toolName({ tool }: Draft): string {
  const name = own(tool, "name");
  return typeof name === "string" ? name : "";
}

/** Returns drafts from a document of this title that it no longer contains. */
async function goneFrom(
  there: ReadonlyMap<string, DraftSummary>,
  drafts: readonly ImportedDraft[],
  { deps, set }: Pick<Weighing, "deps" | "set">,
): Promise<readonly string[]> {
  const present = new Set(drafts.map(({ name }) => name));
  const title = drafts[0]?.draft.provenance.title;
  const gone: string[] = [];
  for (const name of [...there.keys()].filter((each) => !present.has(each))) {
    const { before } = await lookUp(deps, set, name);
    if (before?.importedDigest !== undefined && before.provenance.title === title) gone.push(name);
  }
  return gone;
}
