import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  own,
  parseJson,
} from "@toolcourt/sdk";
import { type Excess, excessIn, messageLimits } from "./message-size.ts";
import { type Ambiguity, parseStrict } from "./parse-strict.ts";

/** JSON-RPC errors of a message before its content is examined. */
export const parseError = -32_700;
const invalidRequest = -32_600;
const invalidParams = -32_602;

export type MessageReading =
  | { readonly kind: "message"; readonly message: JsonObject }
  | {
      readonly kind: "refused";
      readonly code: number;
      readonly message: string;
      /** Id of the refused request, if it could be read. */
      readonly id?: string | number;
    };

const tooMuch = {
  keys: `Send at most ${messageLimits.keys} keys in a message.`,
  values: `Send at most ${messageLimits.values} values in a message.`,
  depth: `Send at most ${messageLimits.depth} levels of lists and objects in a message.`,
} as const satisfies Record<Excess, string>;

const ambiguous = {
  syntax: "Send one message, as valid JSON.",
  "duplicate-key": "Send one JSON message without duplicate or reserved keys.",
  "reserved-key": "Send one JSON message without duplicate or reserved keys.",
  number: "Send no number that loses digits as a double. Send it as text instead.",
  "broken-text": "Send text without lone surrogates.",
  depth: tooMuch.depth,
} as const satisfies Record<Ambiguity, string>;

const messageKeys = byLowerCase("jsonrpc", "id", "method", "params", "result", "error");
const paramKeys = byLowerCase(
  "name",
  "arguments",
  "uri",
  "cursor",
  "_meta",
  "inputResponses",
  "requestState",
);

/** Reads one protocol message as strictly as any server behind us might. */
export function readMessage(text: string): MessageReading {
  const excess = excessIn(text);
  if (excess !== undefined) return refused(parseError, tooMuch[excess]);
  const reading = parseStrict(text);
  if (reading.kind === "refused") return refused(parseError, ambiguous[reading.because]);
  const { value } = reading;
  if (!isJsonObject(value)) return refused(invalidRequest, "Send one message, and no batch.");
  if (hasVariant(value, messageKeys) || !(isRequest(value) || isResponse(value))) {
    const message = "Send a JSON-RPC 2.0 message with an id that is text or a whole number.";
    return { ...refused(invalidRequest, message), ...idOf(value) };
  }
  if (areParams(own(value, "params"), own(value, "method"))) {
    return { kind: "message", message: value };
  }
  const message = "Send params, their arguments and their _meta as objects.";
  return { ...refused(invalidParams, message), ...idOf(value) };
}

function refused(code: number, message: string): MessageReading & { readonly kind: "refused" } {
  return { kind: "refused", code, message };
}

function idOf(message: JsonObject): { readonly id?: string | number } {
  const id = own(message, "id");
  return isId(id) && typeof own(message, "method") === "string" ? { id } : {};
}

function isId(id: JsonValue | undefined): id is string | number {
  return typeof id === "string" || Number.isSafeInteger(id);
}

/** Returns true for a request or a notification, which has no id. */
function isRequest(message: JsonObject): boolean {
  const id = own(message, "id");
  return (
    own(message, "jsonrpc") === "2.0" &&
    (id === undefined || isId(id)) &&
    typeof own(message, "method") === "string" &&
    !Object.hasOwn(message, "result") &&
    !Object.hasOwn(message, "error")
  );
}

function isResponse(message: JsonObject): boolean {
  const result = own(message, "result");
  const error = own(message, "error");
  return (
    own(message, "jsonrpc") === "2.0" &&
    !Object.hasOwn(message, "method") &&
    (error === undefined
      ? isJsonObject(result) && isId(own(message, "id"))
      : result === undefined && isError(error))
  );
}

function isError(error: JsonValue): boolean {
  return (
    isJsonObject(error) &&
    Number.isSafeInteger(own(error, "code")) &&
    typeof own(error, "message") === "string"
  );
}

function areParams(params: JsonValue | undefined, method: JsonValue | undefined): boolean {
  if (params === undefined) return true;
  if (!isJsonObject(params) || isLoad(params) || hasVariant(params, paramKeys)) return false;
  const meta = own(params, "_meta");
  if (!isMeta(meta)) return false;
  const given = own(params, "arguments");
  return method !== "tools/call" || given === undefined || isJsonObject(given);
}

/** Many times the number in the protocol. A request with more is an attack. */
const maxParams = 100;

function isLoad(params: JsonObject): boolean {
  const answers = own(params, "inputResponses");
  return [params, isJsonObject(answers) ? answers : {}].some(
    (each) => Object.keys(each).length > maxParams,
  );
}

function isMeta(meta: JsonValue | undefined): boolean {
  if (meta === undefined) return true;
  if (!isJsonObject(meta)) return false;
  const token = own(meta, "progressToken");
  return token === undefined || isId(token);
}

// A case-insensitive parser would read `Name` as `name`, and use a value that we did not check.
function hasVariant(object: JsonObject, known: ReadonlyMap<string, string>): boolean {
  return Object.keys(object).some((key) => (known.get(key.toLowerCase()) ?? key) !== key);
}

function byLowerCase(...keys: readonly string[]): ReadonlyMap<string, string> {
  return new Map(keys.map((key) => [key.toLowerCase(), key]));
}

/** Parses a protocol message. Undefined for anything else. */
export function parseMessage(text: string): JSONRPCMessage | undefined {
  try {
    return toMessage(parseJson(text));
  } catch {
    return undefined;
  }
}

/** Parses a batch of messages. Undefined for anything else. */
export function readBatch(text: string): readonly JSONRPCMessage[] | undefined {
  try {
    const value = parseJson(text);
    const messages = isJsonArray(value) ? value.map(toMessage) : [];
    const known = messages.filter((message) => message !== undefined);
    return known.length === 0 || known.length < messages.length ? undefined : known;
  } catch {
    return undefined;
  }
}

export function toMessage(value: JsonValue): JSONRPCMessage | undefined {
  if (!isJsonObject(value) || own(value, "jsonrpc") !== "2.0") return undefined;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the SDK and `Answers` look at every field they use
  return value as unknown as JSONRPCMessage;
}
