import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/server";
import { isJsonObject } from "@toolcourt/sdk";
import type { ProtocolServer } from "./protocol-server.ts";

/** Error code for an unknown resource before the modern era. */
const resourceNotFound = -32_002;

/**
 * Makes a server send the error code that legacy clients expect. The SDK sends the modern one in
 * both eras.
 */
export function speakLegacyNumbers(server: ProtocolServer): void {
  const connect = server.connect.bind(server);
  server.connect = (transport: Transport) => {
    const send = transport.send.bind(transport);
    transport.send = (message, options) => send(renumbered(message), options);
    return connect(transport);
  };
}

function renumbered(message: JSONRPCMessage): JSONRPCMessage {
  if (!("error" in message)) return message;
  const { error } = message;
  const isUnknown = isJsonObject(error.data) && error.data["code"] === "resource-unknown";
  return isUnknown ? { ...message, error: { ...error, code: resourceNotFound } } : message;
}
