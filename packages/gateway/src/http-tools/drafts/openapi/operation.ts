import type { JsonObject, Place } from "@toolcourt/sdk";
import type { FieldOrigin, Method, Note, SourceOrigin } from "../draft.ts";
import type { FilesBeside } from "./beside.ts";
import type { Definitions } from "./definitions.ts";
import type { OpenApiDocument } from "./document.ts";

export interface ImportSource {
  /** Source of the document as named by the operator: a file name or an address. */
  readonly from: string;
  /** Default: the limits of an interactive import. */
  readonly max?: ImportLimits;
  /** Files that the document refers to. Default: none, and such references lead nowhere. */
  readonly beside?: FilesBeside;
  /** The service that gave the document. Default: none. */
  readonly source?: SourceOrigin;
  /** Operations of a scanned document, by their pointers. Default: it was not scanned. */
  readonly scanned?: ReadonlyMap<string, Scanned>;
}

/** The origin of a scanned operation. */
export interface Scanned {
  readonly fields: readonly FieldOrigin[];
  readonly notes: readonly Note[];
}

/** Limits of one import. A small document can refer to one large schema a million times. */
export interface ImportLimits {
  readonly operations: number;
  /** Total for all input schemas, and the same again for all output schemas. */
  readonly bytes: number;
}

/** An operation that was found but not parsed yet. */
export interface Found {
  readonly method: Method;
  /** The path template as written. */
  readonly path: string;
  readonly item: Place<JsonObject>;
  readonly self: Place<JsonObject>;
  /** The wished name. */
  readonly wish: string;
  readonly notes: readonly Note[];
}

/** An operation of a document, with its context. */
export interface Operation extends Found {
  readonly document: OpenApiDocument;
  readonly inputs: Definitions;
  readonly outputs: Definitions;
  /** Changes and omissions. */
  readonly notes: Note[];
  /** Whether a service gave the document. It then sets neither an address nor headers. */
  readonly isFromService: boolean;
}

const maxNotes = 100;
const maxLength = 1_000;

/** Records a change or an omission. */
export function addNote(notes: Note[], { pointer, message }: Note): void {
  if (notes.length < maxNotes) notes.push({ pointer: shownPointer(pointer), message });
  else notes[maxNotes] = { pointer: "", message: "There are more notes than are shown." };
}

/**
 * Truncates a pointer for messages. A key may be as long as the document, and occur in every
 * pointer.
 */
export function shownPointer(pointer: string): string {
  return pointer.length > maxLength ? `${pointer.slice(0, maxLength).toWellFormed()}…` : pointer;
}
