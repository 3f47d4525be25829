import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import { isJsonArray, isJsonObject, type JsonValue, own, parseJson } from "@toolcourt/sdk";

/** Parses a protocol message. Undefined for anything else. */
export function readMessage(text: string): JSONRPCMessage | undefined {
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
