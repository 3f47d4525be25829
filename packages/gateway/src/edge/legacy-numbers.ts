import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/server";
import { isJsonObject } from "@toolcourt/sdk";
import type { ProtocolServer } from "./protocol-server.ts";

/** A resource that is not there, as clients before the modern era know it. */
const resourceNotFound = -32_002;

/** Has a server say the number that legacy clients look for. The SDK says the modern one in both eras. */
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
