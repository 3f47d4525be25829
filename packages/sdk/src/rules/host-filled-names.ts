import { isJsonObject, type JsonValue, own } from "../contract/json.ts";
import { typesOf } from "./schema-shape.ts";
import { wordParts } from "./word-parts.ts";

/** What a parameter holds that no model may make up: a secret, or an id that the host gives to the call. */
export type HostFilled = "secret" | "call id";

/** The parameters that a host has a value for where they are left to it, by their names. */
export const filledByHost = ["correlation_id", "session_id", "trace_id", "connection_id"] as const;

export type FilledByHost = (typeof filledByHost)[number];

/** Tells by name, type and description; `x-host-injected` is for the caller to look at. */
export function hostFilled(name: string, value: JsonValue): HostFilled | undefined {
  if (isJsonObject(value) && isCountOrSwitch(value)) return undefined;
  const words = wordParts(name);
  const description = isJsonObject(value) ? own(value, "description") : undefined;
  const about = typeof description === "string" ? description.toLowerCase() : "";
  if (isSecret(words, about)) return "secret";
  return isCallId(words, about) ? "call id" : undefined;
}

// `max_tokens` and `reset_password` are a number and a switch, whatever their names.
function isCountOrSwitch(value: Readonly<Record<string, JsonValue>>): boolean {
  const types = typesOf(value).filter((type) => type !== "null");
  return types.length > 0 && types.every((type) => ["boolean", "integer", "number"].includes(type));
}

// The last word says what a thing is: a `password policy id` is an id.
const secretWords = new Set([
  "apikey",
  "authorization",
  "bearer",
  "cookie",
  "cookies",
  "credential",
  "credentials",
  "jwt",
  "otp",
  "passcode",
  "passphrase",
  "passwd",
  "password",
  "secret",
  "totp",
]);

const secretEndings = [
  "access key",
  "account key",
  "api key",
  "auth header",
  "auth key",
  "encryption key",
  "license key",
  "master key",
  "mfa code",
  "private key",
  "secret key",
  "shared key",
  "signing key",
  "ssh key",
  "subscription key",
];

// Words before `token` that make it a place in a list, a coin or a piece of text.
const harmlessTokens = new Set(
  "base borrow buy collateral continuation cursor debt delta dest destination end eos fee first from gas in input last lp native next nft out output pad page pagination pay payment prev previous quote reward scroll search sell skip source start stop sync target to".split(
    " ",
  ),
);
const harmlessToken =
  /\b(?:erc-?\d*|bep-?20|spl|contract|symbol|ticker|coin|crypto|mint|swap|nft|blockchain|decimals|paginat\w*|page|cursor|continu\w*|tokenizer)\b/;
const authentication = /\b(?:auth\w*|login|log in|sign in|credential|kerberos|session)\b/;
const workingDirectory = /\b(?:director(?:y|ies)|folder|path)\b/;

function isSecret(words: readonly string[], about: string): boolean {
  const last = words.at(-1) ?? "";
  if (secretWords.has(last) || secretEndings.includes(words.slice(-2).join(" "))) return true;
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

// The id of a trace that the tool is asked to look up is its business, not ours.
function isCallId(words: readonly string[], about: string): boolean {
  const ending = words.slice(-2).join(" ");
  return callIds.includes(ending) && !lookedFor.test(about);
}
