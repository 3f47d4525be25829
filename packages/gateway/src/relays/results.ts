import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import { isLargerThan, jsonSizeOf } from "../boundary/cleaning/json-size.ts";

/** The relayed requests. */
export const relayed = ["resources/read", "prompts/get", "completion/complete"] as const;
export type RelayedMethod = (typeof relayed)[number];

/** A fault in a result. */
export type ResultFault =
  | { readonly kind: "garbled" }
  | { readonly kind: "too-large"; readonly maxBytes: number };

const maxBytes = 1_048_576;
const maxDepth = 200;

/** Checks that a result follows the protocol and is small enough for a model. */
export function faultIn(method: RelayedMethod, result: JsonObject): ResultFault | undefined {
  if (jsonSizeOf(result).depth > maxDepth) return { kind: "garbled" };
  const kind = own(result, "resultType") ?? "complete";
  if (kind !== "complete" || !hasShape[method](result)) return { kind: "garbled" };
  const text = textOf(method, result);
  return isLargerThan(text, jsonSizeOf(text), maxBytes)
    ? { kind: "too-large", maxBytes }
    : undefined;
}

// Binary content is not text. The transport limits its size.
function textOf(method: RelayedMethod, result: JsonObject): JsonObject {
  const contents = own(result, "contents");
  if (method !== "resources/read" || !isJsonArray(contents)) return result;
  return { ...result, contents: contents.map(withoutBlob) };
}

function withoutBlob(content: JsonValue): JsonValue {
  return isJsonObject(content) ? { ...content, blob: "" } : content;
}

const hasShape = {
  "resources/read": (result) => isListOf(own(result, "contents"), isContent),
  "prompts/get": (result) => isListOf(own(result, "messages"), isMessage),
  "completion/complete": (result) => {
    const completion = own(result, "completion");
    return isJsonObject(completion) && isListOf(own(completion, "values"), isText);
  },
} satisfies Record<RelayedMethod, (result: JsonObject) => boolean>;

function isListOf(value: JsonValue | undefined, isOne: (each: JsonValue) => boolean): boolean {
  return isJsonArray(value) && value.every(isOne);
}

function isContent(content: JsonValue): boolean {
  if (!isJsonObject(content) || !isText(own(content, "uri"))) return false;
  return isText(own(content, "text")) || isText(own(content, "blob"));
}

function isMessage(message: JsonValue): boolean {
  if (!isJsonObject(message)) return false;
  const role = own(message, "role");
  const content = own(message, "content");
  return (role === "user" || role === "assistant") && isJsonObject(content);
}

function isText(value: JsonValue | undefined): boolean {
  return typeof value === "string";
}
