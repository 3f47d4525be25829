import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import { isJsonObject, type JsonValue, own, parseJson } from "@toolcourt/sdk";

/** A message of the protocol, or undefined for text that is none. */
export function readMessage(text: string): JSONRPCMessage | undefined {
  try {
    return toMessage(parseJson(text));
  } catch {
    return undefined;
  }
}

export function toMessage(value: JsonValue): JSONRPCMessage | undefined {
  if (!isJsonObject(value) || own(value, "jsonrpc") !== "2.0") return undefined;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the SDK and `Answers` look at every field they use
  return value as unknown as JSONRPCMessage;
}
