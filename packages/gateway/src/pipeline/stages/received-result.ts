import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import { type JsonSize, jsonSizeOf } from "../../boundary/cleaning/json-size.ts";
import { type WrittenParts, WrittenValue } from "../written-result.ts";

/** A result with the shape of the protocol. Nothing else is checked yet. */
export interface ReceivedResult {
  readonly raw: JsonObject;
  readonly size: JsonSize;
  readonly content: readonly JsonObject[];
  readonly structured?: JsonValue | undefined;
  readonly written: WrittenParts;
  /**
   * Whether structured content was built from the blocks, so that the two cannot disagree. Default:
   * it was not.
   */
  readonly isPromoted?: true;
  /** Undefined if the tool did not say. */
  readonly isError?: boolean | undefined;
  readonly meta?: JsonObject | undefined;
}

export type Reading =
  | { readonly kind: "result"; readonly result: ReceivedResult }
  | { readonly kind: "shapeless"; readonly issue: string };

/** Deeper than any result useful to a model. */
const maxDepth = 200;

/** Parses an MCP result. Drops fields unknown to the protocol. */
export function readResult(raw: unknown): Reading {
  if (!isJsonObject(raw)) return shapeless("expected an object");
  const resultType = own(raw, "resultType") ?? "complete";
  if (resultType !== "complete") return shapeless("/resultType: expected `complete`");
  const size = jsonSizeOf(raw);
  if (size.depth > maxDepth) return shapeless(`expected at most ${maxDepth} levels`);
  return readFields(raw, size);
}

function readFields(raw: JsonObject, size: JsonSize): Reading {
  const content = own(raw, "content") ?? [];
  if (!isJsonArray(content) || !content.every(isBlock)) {
    return shapeless("/content: expected an array of content blocks");
  }
  const isError = own(raw, "isError");
  if (isError !== undefined && typeof isError !== "boolean") {
    return shapeless("/isError: expected a boolean");
  }
  const structured = own(raw, "structuredContent");
  const meta = own(raw, "_meta");
  const result = {
    raw,
    size,
    content,
    structured,
    written: writtenParts(content, structured),
    isError,
    // Metadata that is not an object holds nothing to look up.
    meta: isJsonObject(meta) ? meta : undefined,
  };
  return { kind: "result", result };
}

export function writtenParts(
  content: readonly JsonValue[],
  structured: JsonValue | undefined,
): WrittenParts {
  return {
    content: new WrittenValue(content),
    structured: structured === undefined ? undefined : new WrittenValue(structured),
  };
}

/** UTF-8 takes at most this many bytes for a unit of UTF-16. */
const maxBytesOfUnit = 3;

/**
 * Returns whether the JSON text of a result exceeds a size. Writes only the large parts, which are
 * sent later, and only if an estimate is above the size.
 */
export function isLargerResult({ raw, size, written }: ReceivedResult, maxBytes: number): boolean {
  if (size.byteBound <= maxBytes) return false;
  const { content, structured } = written;
  const texts = Object.entries(raw).map(([key, value]) => {
    if (key === "content" && value === content.value) return `"content":${content.text}`;
    if (key === "structuredContent" && value === structured?.value) {
      return `"structuredContent":${structured.text}`;
    }
    return `${JSON.stringify(key)}:${JSON.stringify(value)}`;
  });
  // Braces, and a comma between two members.
  const others = texts.length + 1;
  const units = texts.reduce((sum, { length }) => sum + length, others);
  if (units * maxBytesOfUnit <= maxBytes) return false;
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), others) > maxBytes;
}

/** The required field of each kind of block, and its type. */
const blocks: ReadonlyMap<string, readonly [field: string, type: "string" | "object"]> = new Map([
  ["text", ["text", "string"]],
  ["image", ["data", "string"]],
  ["audio", ["data", "string"]],
  ["resource_link", ["uri", "string"]],
  ["resource", ["resource", "object"]],
]);

function isBlock(block: JsonValue): block is JsonObject {
  if (!isJsonObject(block)) return false;
  const type = own(block, "type");
  const needed = typeof type === "string" ? blocks.get(type) : undefined;
  return needed !== undefined && typeof own(block, needed[0]) === needed[1];
}

function shapeless(issue: string): Reading {
  return { kind: "shapeless", issue };
}
