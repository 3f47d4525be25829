import { isJsonObject, type JsonValue, own } from "../contract/json.ts";
import { typesOf } from "./schema-shape.ts";
import { wordParts, wordSet } from "./word-parts.ts";

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
  if (isSecret(words, about)) return "secret";
  return isCallId(words, about) ? "call id" : undefined;
}

// `max_tokens` is a number and `reset_password` a boolean, despite their names.
function isCountOrSwitch(value: Readonly<Record<string, JsonValue>>): boolean {
  const types = typesOf(value).filter((type) => type !== "null");
  return types.length > 0 && types.every((type) => ["boolean", "integer", "number"].includes(type));
}

// The last word names the thing: a `password policy id` is an id.
const secretWords = wordSet(
  "apikey authorization bearer cookie cookies credential credentials jwt otp passcode passphrase passwd password secret totp",
);

const secretEnding =
  /^(?:(?:access|account|api|auth|encryption|license|master|private|secret|shared|signing|ssh|subscription) key|auth header|mfa code)$/;

// Words before `token` that make it a list position, a coin or a piece of text.
const harmlessTokens = wordSet(
  "base borrow buy collateral continuation cursor debt delta dest destination end eos fee first from gas in input last lp native next nft out output pad page pagination pay payment prev previous quote reward scroll search sell skip source start stop sync target to",
);
const harmlessToken =
  /\b(?:erc-?\d*|bep-?20|spl|contract|symbol|ticker|coin|crypto|mint|swap|nft|blockchain|decimals|paginat\w*|page|cursor|continu\w*|tokenizer)\b/;
const authentication = /\b(?:auth\w*|login|log in|sign in|credential|kerberos|session)\b/;
const workingDirectory = /\b(?:director(?:y|ies)|folder|path)\b/;

function isSecret(words: readonly string[], about: string): boolean {
  const last = words.at(-1) ?? "";
  if (secretWords.has(last) || secretEnding.test(words.slice(-2).join(" "))) return true;
  if (last === "token") return isSecretToken(words.at(-2), about);
  if (last === "ticket") return authentication.test(about);
  return last === "pwd" && !workingDirectory.test(about);
}

function isSecretToken(before: string | undefined, about: string): boolean {
  if (before === undefined) return !harmlessToken.test(about);
  return !harmlessTokens.has(before);
}

const callIds = ["correlation id", "session id", "span id", "trace id", "traceparent"];
const lookedFor = /\b(?:retrieve|fetch|get|find|look up|query|analy[sz]e|inspect|delete)\b/;

// The id of a trace to look up is the tool's own parameter, not ours.
function isCallId(words: readonly string[], about: string): boolean {
  const ending = words.slice(-2).join(" ");
  return callIds.includes(ending) && !lookedFor.test(about);
}
