import type { JsonObject, Place } from "@toolcourt/sdk";
import type { Method, Note } from "../draft.ts";
import type { Definitions } from "./definitions.ts";
import type { OpenApiDocument } from "./document.ts";

export interface ImportSource {
  /** Where the document came from, in the operator's words: a file name, an address. */
  readonly from: string;
  /** Absent: what one person who waits for it may import. */
  readonly most?: ImportLimits;
}

/** All that one import may make. A small document can refer to one large schema from a million places. */
export interface ImportLimits {
  readonly operations: number;
  /** Of all input schemas, and as much again of all output schemas. */
  readonly bytes: number;
}

/** An operation that was found, before anything in it is read. */
export interface Found {
  readonly method: Method;
  /** The template as the document writes it. */
  readonly path: string;
  readonly item: Place<JsonObject>;
  readonly self: Place<JsonObject>;
  /** What it would like to be called. */
  readonly wish: string;
  readonly notes: readonly Note[];
}

/** One operation of a document, with what surrounds it. */
export interface Operation extends Found {
  readonly document: OpenApiDocument;
  readonly inputs: Definitions;
  readonly outputs: Definitions;
  /** Writes down what is changed or left out. */
  readonly note: (note: Note) => void;
}
