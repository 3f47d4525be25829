import { isJsonObject, type JsonValue, own } from "../contract/json.ts";
import { namesSecret } from "../contract/secret-names.ts";
import { wordParts } from "../contract/word-parts.ts";
import { typesOf } from "./schema-shape.ts";

/**
 * A parameter value that no model may invent: a secret, or an id that the host assigns to the call.
 */
export type HostFilled = "secret" | "call id";

/** Names of the parameters that the host fills in. */
export const filledByHost = ["correlation_id", "session_id", "trace_id", "connection_id"] as const;

export type FilledByHost = (typeof filledByHost)[number];

/**
 * Classifies by name, type and description. Ignores `x-host-injected`, which the caller must check.
 *
 * @example
 * ```ts
 * hostFilled("api_key", { type: "string" }); // "secret"
 * hostFilled("session_id", { type: "string" }); // "call id"
 * hostFilled("max_tokens", { type: "integer" }); // undefined
 * ```
 */
export function hostFilled(name: string, value: JsonValue): HostFilled | undefined {
  if (isJsonObject(value) && isCountOrSwitch(value)) return undefined;
  const words = wordParts(name);
  const description = isJsonObject(value) ? own(value, "description") : undefined;
  const about = typeof description === "string" ? description.toLowerCase() : "";
  if (namesSecret(words, about)) return "secret";
  return isCallId(words, about) ? "call id" : undefined;
}

// `max_tokens` is a number and `reset_password` a boolean, despite their names.
function isCountOrSwitch(value: Readonly<Record<string, JsonValue>>): boolean {
  const types = typesOf(value).filter((type) => type !== "null");
  return types.length > 0 && types.every((type) => ["boolean", "integer", "number"].includes(type));
}

const callIds = ["correlation id", "session id", "span id", "trace id", "traceparent"];
const lookedFor = /\b(?:retrieve|fetch|get|find|look up|query|analy[sz]e|inspect|delete)\b/;

// The id of a trace to look up is the tool's own parameter, not ours.
function isCallId(words: readonly string[], about: string): boolean {
  const ending = words.slice(-2).join(" ");
  return callIds.includes(ending) && !lookedFor.test(about);
}
