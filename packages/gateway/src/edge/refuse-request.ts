import type { ServerResponse } from "node:http";
import type { Guard } from "./host-origin-guard.ts";
import { type RefusedReading, sendsOnce } from "./read-request.ts";

/** Answers a request with a refusal, as an error of JSON-RPC. */
export function refuse(response: ServerResponse, reading: RefusedReading): void {
  const { status, code, message, id = null, headers } = reading;
  const error = JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } });
  // After a complete read the connection stays usable. Otherwise the rest is not worth reading.
  const parting = {
    ...(status !== 400 && { connection: "close" }),
    ...(status === 405 && { allow: "POST, GET, DELETE" }),
  };
  const type = { "content-type": "application/json" };
  response.writeHead(status, { ...type, ...parting, ...headers }).end(error);
}

/** Refuses two Host headers: each reader could believe another one. */
export const sendsOneHost: Guard = (request, response) => {
  if (sendsOnce(request, "host")) return true;
  refuse(response, twoHosts);
  return false;
};

const twoHosts = {
  kind: "refused",
  status: 400,
  code: -32_600,
  message: "Send one Host header.",
} as const;
