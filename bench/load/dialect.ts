import type { Question } from "./question.ts";

export type Era = "modern" | "legacy";

/** The address of a program and its protocol details. */
export interface Address {
  readonly port: number;
  /** The ports of other replicas that share the load. */
  readonly others?: readonly number[];
  readonly path: string;
  readonly era: Era;
  /** `sse`: answers arrive on a separate stream, as before it. Default: Streamable HTTP. */
  readonly transport?: "streamable" | "sse";
  /** Maps a tool's name to the program's name for it. */
  readonly toolName: (tool: string) => string;
  /** The bearer token of every request. Default: none. */
  readonly token?: string | undefined;
}

/** Headers and parameters common to every request of a conversation. */
export interface Terms {
  readonly headers: Readonly<Record<string, string>>;
  readonly meta: Readonly<Record<string, unknown>> | undefined;
}

const accept = {
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
};

const modernMeta = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1.0.0" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

export const initialize = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "bench", version: "1.0.0" },
  },
});
export const initialized = JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" });

export function initializeHeaders({ token }: Address): Terms["headers"] {
  return token === undefined ? accept : { ...accept, authorization: `Bearer ${token}` };
}

/**
 * Identifies the client in every request, in the body and in headers, as the modern era requires.
 */
export function modernTerms({ method, tool }: Question, address: Address): Terms {
  const { toolName } = address;
  const name = tool === undefined ? {} : { "mcp-name": toolName(tool) };
  const headers = { "mcp-protocol-version": "2026-07-28", "mcp-method": method, ...name };
  return { headers: { ...initializeHeaders(address), ...headers }, meta: modernMeta };
}

/** Relies on the session: the legacy era identifies the client once, at initialize. */
export function legacyTerms(answer: string, session: string | undefined, address: Address): Terms {
  const version = /"protocolVersion":\s*"([\d-]+)"/.exec(answer)?.[1];
  if (version === undefined) throw new Error(`greets with ${answer.slice(0, 120)}`);
  const sessionHeader = session === undefined ? {} : { "mcp-session-id": session };
  return {
    headers: { ...initializeHeaders(address), "mcp-protocol-version": version, ...sessionHeader },
    meta: undefined,
  };
}

/** All ids have the same length, so all requests of a kind do too. */
const firstId = 10_000_000;

export function idOf(turn: number): number {
  return firstId + turn;
}

export function bodyOf(
  question: Question,
  { toolName }: Address,
  meta: Terms["meta"],
): (turn: number) => string {
  const { method, tool } = question;
  const name = tool === undefined ? {} : { name: toolName(tool) };
  const sender = meta === undefined ? {} : { _meta: meta };
  return (turn) =>
    JSON.stringify({
      jsonrpc: "2.0",
      id: idOf(turn),
      method,
      params: { ...name, ...question.params(turn), ...sender },
    });
}
