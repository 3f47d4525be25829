import type { JsonObject } from "@toolcourt/sdk";

export type Era = "modern" | "legacy";

/** A request in the form of an era, with its HTTP headers. */
export interface Spoken {
  readonly message: JsonObject;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Request {
  readonly id: number;
  readonly method: string;
  readonly params: JsonObject;
  readonly meta: JsonObject;
}

const modern = "2026-07-28";
const legacy = "2025-11-25";
const clientInfo = { name: "tester", version: "1.0.0" };

/** Encodes a request as a client of an era does. */
export function speak(era: Era, request: Request): Spoken {
  return era === "modern" ? speakModern(request) : speakLegacy(request);
}

function speakModern({ id, method, params, meta }: Request): Spoken {
  const envelope = {
    "io.modelcontextprotocol/protocolVersion": modern,
    "io.modelcontextprotocol/clientInfo": clientInfo,
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const name = method === "resources/read" ? params["uri"] : params["name"];
  return {
    message: { jsonrpc: "2.0", id, method, params: { ...params, _meta: { ...meta, ...envelope } } },
    headers: {
      "mcp-protocol-version": modern,
      "mcp-method": method,
      ...(typeof name === "string" ? { "mcp-name": headerOf(name) } : {}),
    },
  };
}

function speakLegacy({ id, method, params, meta }: Request): Spoken {
  const said = Object.keys(meta).length === 0 ? params : { ...params, _meta: meta };
  return {
    message: { jsonrpc: "2.0", id, method, params: said },
    headers: { "mcp-protocol-version": legacy },
  };
}

// Only visible ASCII may be sent raw. A name that looks encoded must be encoded.
function headerOf(name: string): string {
  if (/^[!-~]+$/.test(name) && !name.startsWith("=?")) return name;
  return `=?base64?${Buffer.from(name).toString("base64")}?=`;
}

/** The initialize params of a legacy client. */
export const hello: JsonObject = {
  protocolVersion: legacy,
  capabilities: {},
  clientInfo,
};
