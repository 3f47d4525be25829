import { hash } from "node:crypto";
import type { CheckedResult } from "@toolcourt/gateway/internal/pipeline/call";
import { hintsKey } from "@toolcourt/gateway/internal/pipeline/stages/hint";
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import type { ShownResult } from "./answer.ts";

/** Prepares a result from the pipeline for people. */
export function showResult({
  content,
  structuredContent,
  isError,
  meta = {},
}: CheckedResult): ShownResult {
  const shown = {
    ...(structuredContent === undefined ? {} : { structured: structuredContent }),
    content,
    isError,
  };
  const hints = envelopeOf(structuredContent)?.agentHints ?? own(meta, hintsKey);
  return {
    ...shown,
    ...(isJsonObject(hints) ? { hints } : {}),
    sha256: hash("sha256", JSON.stringify(shown), "hex"),
  };
}

/**
 * Returns the quotable part of a result: validated data, and only `data` of an envelope. Hints are
 * suggestions and never summarized. Pointers into it are valid in `structured`.
 */
export function quotable({ structured }: ShownResult): JsonValue | undefined {
  const envelope = envelopeOf(structured);
  return envelope === undefined ? structured : { data: envelope.data };
}

/** Returns whether a value has no readable content. */
export function isEmpty(value: JsonValue): boolean {
  if (typeof value === "string") return value.trim() === "";
  if (value === null) return true;
  if (typeof value !== "object") return false;
  return (isJsonArray(value) ? value : Object.values(value)).every(isEmpty);
}

/** Returns whether any content block is not empty, for results without structure. */
export function hasContent(content: readonly JsonValue[]): boolean {
  return content.some(
    (block) =>
      !isJsonObject(block) || own(block, "type") !== "text" || !isEmpty(own(block, "text") ?? ""),
  );
}

interface Envelope {
  readonly data: JsonValue;
  readonly agentHints: JsonObject;
}

function envelopeOf(structured: JsonValue | undefined): Envelope | undefined {
  if (structured === undefined || !isJsonObject(structured)) return undefined;
  const [data, agentHints] = [own(structured, "data"), own(structured, "agentHints")];
  const isWhole = data !== undefined && isJsonObject(own(structured, "metadata"));
  return isWhole && isJsonObject(agentHints) ? { data, agentHints } : undefined;
}
