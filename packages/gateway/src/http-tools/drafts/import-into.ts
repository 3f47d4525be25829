import { hash } from "node:crypto";
import { own } from "@toolcourt/sdk";
import { nextTurn } from "../../foundation/kernel/next-turn.ts";
import type { DraftChange, StoredDraft } from "../../stores/draft-store.ts";
import { type DraftContent, readContent } from "./content.ts";
import type { Draft, Note } from "./draft.ts";
import type { DraftNote } from "./draft-note.ts";
import type { DraftSummary, DraftsSurroundings } from "./drafts.ts";
import type { JudgedDraft } from "./judge-drafts.ts";
import { importOpenApi, type NotImported } from "./openapi/import-openapi.ts";
import type { ImportLimits } from "./openapi/operation.ts";
import { earlierOf, writtenDraft } from "./written-draft.ts";

export interface ImportAsked {
  readonly text: string;
  readonly set: string;
  /** Where the document came from, in the operator's words. */
  readonly from: string;
  readonly by: string;
  /** What it may make, where others wait while it is made. */
  readonly most?: ImportLimits;
}

/** A draft of a document, and what became of it in the set. */
export interface ImportedDraft extends JudgedDraft {
  readonly name: string;
  /** `kept`: it was edited here, and the document still says what it said before that. */
  readonly became: "added" | "changed" | "unchanged" | "kept";
}

export type ImportOutcome =
  | {
      readonly kind: "imported";
      readonly drafts: readonly ImportedDraft[];
      /** The names of those that an earlier edition of the document had. They stay as they are. */
      readonly gone: readonly string[];
      readonly notImported: readonly NotImported[];
      readonly notes: readonly Note[];
    }
  | { readonly kind: "unreadable"; readonly pointer: string; readonly reason: string }
  /** Somebody else changed one of them in this moment. */
  | { readonly kind: "overtaken" };

interface Weighed {
  readonly imported: ImportedDraft;
  readonly change?: DraftChange;
}

/** Makes drafts of a document, all of them in one step. What the document says as before stays as it is. */
export function createImportInto(
  surroundings: DraftsSurroundings,
): (asked: ImportAsked) => Promise<ImportOutcome> {
  const { store, clock, judge, nameOf, entryOf } = surroundings;
  return async (asked) => {
    const { text, set } = asked;
    const reading = importOpenApi(text, asked);
    if (reading.kind === "unreadable") return reading;
    const there = new Map((await store.list({ set })).map((each) => [each.name, each]));
    const at = clock.now();
    const by = await nameOf(asked.by);
    const weighed: Weighed[] = [];
    for (const draft of reading.drafts) {
      for (const judged of judge(set, [draft])) {
        weighed.push(await weigh(judged, { there, surroundings, at, set, by }));
      }
      // The rules take up to a tenth of a second for a large schema, and calls must have their turn meanwhile.
      await nextTurn();
    }
    const drafts = weighed.map(({ imported }) => imported);
    const changes = weighed.flatMap(({ change }) => change ?? []);
    const gone = await goneFrom(there, drafts, { surroundings, set });
    const whole: DraftNote = {
      kind: "draft.imported",
      at,
      by,
      about: {
        set,
        document: `sha256:${hash("sha256", text, "hex")}`,
        drafts: drafts.length,
        changed: changes.length,
        gone: gone.length,
        notImported: reading.notImported.length,
      },
    };
    const notes = [whole, ...changes.map(({ draft }) => writtenNote(draft, { at, by }))];
    const put = await store.put(changes, notes.map(entryOf));
    if (put === "overtaken") return { kind: "overtaken" };
    const { notImported } = reading;
    return { kind: "imported", drafts, gone, notImported, notes: reading.notes };
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
  readonly surroundings: DraftsSurroundings;
  readonly at: number;
}

/** Decides what a draft of the document means for what the set has under its name. */
async function weigh(
  judged: JudgedDraft,
  { there, surroundings, set, by, at }: Weighing,
): Promise<Weighed> {
  const { draft, digest } = judged;
  const name = toolName(draft);
  const known = there.get(name);
  const content: DraftContent = { ...draft, writtenBy: by, importedDigest: digest };
  if (known === undefined) {
    const change = { draft: writtenDraft({ set, content, at }) };
    return { imported: { ...judged, name, became: "added" }, change };
  }
  const { stored, before } = await lookUp(surroundings, set, name);
  const stays = before && stayingAs(before, known, digest);
  if (stays !== undefined) return { imported: { ...judged, name, became: stays } };
  const earlier = stored && before && earlierOf(stored, before);
  const whole = { ...content, ...(earlier && { before: earlier }) };
  const written = writtenDraft({ set, content: whole, at, known });
  const change = { draft: written, replaces: known.version };
  return { imported: { ...judged, name, became: "changed" }, change };
}

/** Undefined for what says something else now. What was changed past us cannot be read, and is written anew. */
function stayingAs(
  { importedDigest }: DraftContent,
  known: DraftSummary,
  digest: string,
): "unchanged" | "kept" | undefined {
  if (known.digest === digest) return "unchanged";
  return importedDigest === digest ? "kept" : undefined;
}

interface LookedUp {
  readonly stored?: StoredDraft;
  readonly before?: DraftContent;
}

async function lookUp({ store }: DraftsSurroundings, set: string, name: string): Promise<LookedUp> {
  const stored = await store.find(set, name);
  const before = stored && readContent(stored);
  return { ...(stored && { stored }), ...(before && { before }) };
}

function toolName({ tool }: Draft): string {
  const name = own(tool, "name");
  return typeof name === "string" ? name : "";
}

/** Those that came from a document of this title, and are not in it any more. */
async function goneFrom(
  there: ReadonlyMap<string, DraftSummary>,
  drafts: readonly ImportedDraft[],
  { surroundings, set }: Pick<Weighing, "surroundings" | "set">,
): Promise<readonly string[]> {
  const present = new Set(drafts.map(({ name }) => name));
  const title = drafts[0]?.draft.provenance.title;
  const gone: string[] = [];
  for (const name of [...there.keys()].filter((each) => !present.has(each))) {
    const { before } = await lookUp(surroundings, set, name);
    if (before?.importedDigest !== undefined && before.provenance.title === title) gone.push(name);
  }
  return gone;
}
