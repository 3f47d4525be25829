import { hash } from "node:crypto";
import { isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import { withoutHiddenCharacters } from "@toolcourt/sdk/rules";
import type { Note } from "../draft.ts";
import { readPlainText } from "../plain-text.ts";
import { type FilesBeside, withFilesBeside } from "./beside.ts";

export type Edition = "2.0" | "3.0" | "3.1";

export interface OpenApiDocument {
  readonly root: JsonObject;
  readonly edition: Edition;
  /** SHA-256 of the raw text, reproducible from the file. */
  readonly digest: string;
  readonly title: string;
  readonly version: string;
  readonly notes: readonly Note[];
}

export interface UnreadableDocument {
  readonly kind: "unreadable";
  readonly pointer: string;
  readonly reason: string;
}

export type DocumentReading =
  | { readonly kind: "document"; readonly document: OpenApiDocument }
  | UnreadableDocument;

/** Five times the largest published vendor document. */
const maxCharacters = 64 * 1024 * 1024;
const maxLabelLength = 200;

/** Parses a document: the parts that all operations depend on. */
export function readDocument(text: string, beside: FilesBeside = new Map()): DocumentReading {
  if (text.length > maxCharacters) {
    return unreadable("", `The document has more than ${maxCharacters} characters.`);
  }
  const reading = readPlainText(text);
  if (reading.kind === "unreadable") return unreadable("", `The document ${reading.reason}`);
  const read = readRoot(reading.value, `sha256:${hash("sha256", text, "hex")}`);
  if (read.kind === "unreadable" || beside.size === 0) return read;
  const { root, notes } = withFilesBeside(read.document.root, beside);
  const document = { ...read.document, root, notes: [...read.document.notes, ...notes] };
  return { kind: "document", document };
}

function readRoot(root: JsonValue, digest: string): DocumentReading {
  if (!isJsonObject(root)) return unreadable("", "The document is not an object.");
  const edition = editionOf(root);
  if (edition === undefined) {
    return unreadable("", "The document does not say that it is OpenAPI 2.0, 3.0 or 3.1.");
  }
  const dialect = own(root, "jsonSchemaDialect");
  if (dialect !== undefined && !knownDialects.has(dialect)) {
    return unreadable("/jsonSchemaDialect", "The schemas are written in an unknown dialect.");
  }
  const notes: Note[] = [];
  const title = label(root, "title", notes);
  const version = label(root, "version", notes);
  return { kind: "document", document: { root, edition, digest, title, version, notes } };
}

const knownDialects: ReadonlySet<JsonValue> = new Set([
  "https://spec.openapis.org/oas/3.1/dialect/base",
  "https://json-schema.org/draft/2020-12/schema",
]);

function editionOf(root: JsonObject): Edition | undefined {
  if (own(root, "swagger") === "2.0") return "2.0";
  const stated = own(root, "openapi");
  const [edition] = typeof stated === "string" ? (/^3\.[01](?=\.\d+)/.exec(stated) ?? []) : [];
  return edition === "3.0" || edition === "3.1" ? edition : undefined;
}

/** Returns a short label. It is untrusted, so hidden characters are removed. */
function label(root: JsonObject, key: "title" | "version", notes: Note[]): string {
  const about = own(root, "info");
  const stated = isJsonObject(about) ? own(about, key) : undefined;
  if (typeof stated !== "string") return "";
  const { text, removed } = withoutHiddenCharacters(stated.slice(0, maxLabelLength));
  if (removed > 0) {
    const message = "Hidden characters were taken out of this text.";
    notes.push({ pointer: `/info/${key}`, message });
  }
  return text;
}

function unreadable(pointer: string, reason: string): UnreadableDocument {
  return { kind: "unreadable", pointer, reason };
}
