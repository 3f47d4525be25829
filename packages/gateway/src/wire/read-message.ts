import { isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import { parseStrict } from "./parse-strict.ts";

/** The errors of JSON-RPC that a message can earn before anybody looks at what it asks for. */
export const parseError = -32_700;
const invalidRequest = -32_600;
const invalidParams = -32_602;

export type MessageReading =
  | { readonly kind: "message"; readonly message: JsonObject }
  | { readonly kind: "refused"; readonly code: number; readonly message: string };

const messageKeys = ["jsonrpc", "id", "method", "params", "result", "error"];
const paramKeys = ["name", "arguments", "uri", "cursor", "_meta", "inputResponses", "requestState"];

/** Reads one message of the protocol as strictly as every server behind us might. */
export function readMessage(text: string): MessageReading {
  const reading = parseStrict(text);
  if (reading.kind === "refused") {
    return refused(parseError, "Send one JSON message without duplicate or reserved keys.");
  }
  const { value } = reading;
  if (!isJsonObject(value)) return refused(invalidRequest, "Send one message, and no batch.");
  if (!isEnvelope(value) || hasVariant(value, messageKeys)) {
    return refused(
      invalidRequest,
      "Send a JSON-RPC 2.0 message with an id that is text or a whole number.",
    );
  }
  return areParams(own(value, "params"), own(value, "method"))
    ? { kind: "message", message: value }
    : refused(invalidParams, "Send the params as an object, and arguments as one too.");
}

function refused(code: number, message: string): MessageReading {
  return { kind: "refused", code, message };
}

function isEnvelope(message: JsonObject): boolean {
  const id = own(message, "id");
  const method = own(message, "method");
  return (
    own(message, "jsonrpc") === "2.0" &&
    (id === undefined || typeof id === "string" || Number.isSafeInteger(id)) &&
    (typeof method === "string" ||
      Object.hasOwn(message, "result") ||
      Object.hasOwn(message, "error"))
  );
}

function areParams(params: JsonValue | undefined, method: JsonValue | undefined): boolean {
  if (params === undefined) return true;
  if (!isJsonObject(params) || hasVariant(params, paramKeys)) return false;
  const given = own(params, "arguments");
  return method !== "tools/call" || given === undefined || isJsonObject(given);
}

// A reader that does not mind capitals would take `Name` for `name`, and act on what we did not check.
function hasVariant(object: JsonObject, known: readonly string[]): boolean {
  return Object.keys(object).some((key) =>
    known.some((each) => each !== key && each.toLowerCase() === key.toLowerCase()),
  );
}
