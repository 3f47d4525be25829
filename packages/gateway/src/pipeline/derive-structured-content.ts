import { isJsonObject, type JsonObject, type JsonValue, own, type Promotion } from "@toolcourt/sdk";
import { excessIn } from "../protocol/message-size.ts";
import { parseStrict } from "../protocol/parse-strict.ts";

/**
 * Builds structured content from a result's content blocks, in the operator's chosen way. Returns
 * undefined if the blocks do not fit, and the gate reports it. The gate also checks the value
 * against the contract.
 */
export function promote(
  content: readonly JsonObject[],
  promotion: Promotion,
  maxChars: number,
): JsonObject | undefined {
  return ways[promotion](content, maxChars);
}

type Way = (content: readonly JsonObject[], maxChars: number) => JsonObject | undefined;

const ways: Readonly<Record<Promotion, Way>> = {
  "json-text": fromJson,
  text: fromText,
  blocks: (content) => ({ blocks: content.map(outlineOf) }),
};

// With two texts it is ambiguous which one is meant.
function fromJson(content: readonly JsonObject[], maxChars: number): JsonObject | undefined {
  const [text, ...more] = content.flatMap(textsIn);
  if (text === undefined || more.length > 0 || text.length > maxChars) return undefined;
  const value = strictlyRead(text);
  if (typeof value !== "object" || value === null) return undefined;
  // A list cannot be the root: clients up to version 2025-11-25 accept only objects.
  return isJsonObject(value) ? value : { value };
}

/** The text stays beside the value, so the value must be what other parsers read there. */
function strictlyRead(text: string): JsonValue {
  if (excessIn(text) !== undefined) return null;
  const reading = parseStrict(text);
  return reading.kind === "value" ? reading.value : null;
}

function fromText(content: readonly JsonObject[], maxChars: number): JsonObject | undefined {
  const texts = content.flatMap(textsIn);
  if (texts.length === 0 || texts.length < content.length) return undefined;
  const text = texts.join("\n");
  return text.length > maxChars ? undefined : { text };
}

function textsIn(block: JsonObject): readonly string[] {
  const text = own(block, "type") === "text" ? own(block, "text") : undefined;
  return typeof text === "string" ? [text] : [];
}

const outlined = ["type", "text", "mimeType", "uri"];

/** Returns a block without its bytes, which the content already holds. */
function outlineOf(block: JsonObject): JsonObject {
  const resource = own(block, "resource");
  const source = isJsonObject(resource) ? { ...resource, ...block } : block;
  return Object.fromEntries(
    outlined.flatMap((key) => {
      const value = own(source, key);
      return typeof value === "string" ? [[key, value] as const] : [];
    }),
  );
}
