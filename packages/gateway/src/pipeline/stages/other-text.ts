import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import { excessIn } from "../../protocol/message-size.ts";
import { parseStrict } from "../../protocol/parse-strict.ts";
import type { ClauseMode } from "../clause-counters.ts";
import type { WrittenValue } from "../written-result.ts";

/** Comparing a longer text costs more than watching is worth. */
const maxCompared = 16_384;

/** The content of a result, divided by whether it repeats the structured content. */
export interface Texts {
  /** The indexes of texts that say something else. */
  readonly others: readonly number[];
  /** Whether a text is too long to compare, and may say something else. */
  readonly isUncertain: boolean;
  /** The structured content as text. */
  readonly serialized: string;
}

/** Finds the texts that are not the serialization of the structured content. */
export function otherTexts(
  content: readonly JsonObject[],
  { value: structured, text: serialized }: Pick<WrittenValue, "value" | "text">,
  mode: ClauseMode,
): Texts {
  let isUncertain = false;
  const others = content.flatMap((block, index) => {
    const text = textIn(block);
    if (text === undefined || text === serialized) return [];
    // A watched text this long counts as agreeing. A removed one is replaced, whatever it says.
    const isLong = text.length > maxCompared && mode !== "enforce";
    if (isLong && (mode === "observe" || looksStructured(text))) {
      isUncertain = true;
      return [];
    }
    return agrees(text, structured) ? [] : [index];
  });
  return { others, isUncertain, serialized };
}

/**
 * Returns the content without the other texts, or with them marked for people. The structured
 * content takes their place, for clients that read nothing else.
 */
export function withoutOtherTexts(
  content: readonly JsonObject[],
  { others, isUncertain, serialized }: Texts,
  mode: "user" | "remove",
): readonly JsonObject[] {
  if (others.length === 0 && !isUncertain && !content.some(isLink)) return content;
  const kept = content.flatMap((block, index): readonly JsonObject[] => {
    const text = textIn(block);
    if (text === undefined) return [mode === "remove" ? withoutProse(block) : block];
    if (others.includes(index)) return mode === "user" ? [forPeople(block)] : [];
    return text.length > maxCompared && text !== serialized ? [] : [block];
  });
  const isRepeated = kept.some((block) => textIn(block) !== undefined && !isForPeople(block));
  const hadText = others.length > 0 || isUncertain;
  return isRepeated || !hadText ? kept : [{ type: "text", text: serialized }, ...kept];
}

/** Returns the content with its agreeing texts in agreement with another value. */
export function repeating(
  content: readonly JsonObject[],
  { others }: Texts,
  structured: JsonValue,
): readonly JsonObject[] {
  const text = JSON.stringify(structured);
  return content.map((block, index) => {
    if (textIn(block) === undefined || others.includes(index)) return block;
    const resource = own(block, "resource");
    return isJsonObject(resource)
      ? { ...block, resource: { ...resource, text } }
      : { ...block, text };
  });
}

/** Returns the text of a text block, or of an embedded resource. */
function textIn(block: JsonObject): string | undefined {
  const resource = own(block, "resource");
  const text = own(isJsonObject(resource) ? resource : block, "text");
  return typeof text === "string" ? text : undefined;
}

// Both are sentences for readers. A link works without them.
const prose: ReadonlySet<string> = new Set(["description", "title"]);

function withoutProse(block: JsonObject): JsonObject {
  if (!isLink(block)) return block;
  const kept = Object.entries(block).filter(([name]) => !prose.has(name));
  return Object.fromEntries(kept);
}

function isLink(block: JsonObject): boolean {
  return own(block, "type") === "resource_link";
}

function forPeople(block: JsonObject): JsonObject {
  const annotations = own(block, "annotations");
  const others = isJsonObject(annotations) ? annotations : {};
  return { ...block, annotations: { ...others, audience: ["user"] } };
}

function isForPeople(block: JsonObject): boolean {
  const annotations = own(block, "annotations");
  const audience = isJsonObject(annotations) ? own(annotations, "audience") : undefined;
  return isJsonArray(audience) && !audience.includes("assistant");
}

function looksStructured(text: string): boolean {
  return /^\s*[[{]/.test(text);
}

/** Returns whether every reader of a text gets the structured content. */
export function agrees(text: string, structured: JsonValue): boolean {
  if (typeof structured === "object" && structured !== null && !looksStructured(text)) return false;
  // The structured content was within the limits, so this is another value.
  if (excessIn(text) !== undefined) return false;
  const reading = parseStrict(text);
  return reading.kind === "value" && isSameJson(reading.value, structured);
}

/** Beyond the maximum depth of structured content, values count as different. */
function isSameJson(a: JsonValue, b: JsonValue): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (isJsonArray(a) !== isJsonArray(b)) return false;
  const members = Object.entries(a);
  const others = new Map(Object.entries(b));
  return (
    members.length === others.size &&
    members.every(([key, value]) => {
      const other = others.get(key);
      return other !== undefined && isSameJson(value, other);
    })
  );
}
