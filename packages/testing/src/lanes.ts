import type { JsonObject } from "@toolcourt/sdk";

/** One path through the HTTP entrance. */
export interface TestLane {
  readonly era: "modern" | "legacy";
  /** The fast lane takes plain requests only; a progress token leads to the SDK's lane. */
  readonly lane: "fast" | "sdk";
}

export const testLanes: readonly TestLane[] = [
  { era: "modern", lane: "fast" },
  { era: "modern", lane: "sdk" },
  { era: "legacy", lane: "fast" },
  { era: "legacy", lane: "sdk" },
];

/** Builds a request of an era that takes the given lane. */
export function spoken(method: string, params: JsonObject, { era, lane }: TestLane): RequestInit {
  const wish = lane === "sdk" ? { progressToken: "p" } : {};
  const sender = era === "modern" ? modernSender : {};
  const message = {
    jsonrpc: "2.0",
    id: 7,
    method,
    params: { ...params, _meta: { ...wish, ...sender } },
  };
  const { name } = params;
  const named = typeof name === "string" ? { "mcp-name": name } : {};
  const headers =
    era === "modern"
      ? { "mcp-protocol-version": "2026-07-28", "mcp-method": method, ...named }
      : { "mcp-protocol-version": "2025-11-25" };
  return { method: "POST", headers: { ...json, ...headers }, body: JSON.stringify(message) };
}

const modernSender = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "tester", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

const json = {
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
};

/** A legacy client's initialize request, which opens a session. */
export const hello: RequestInit = {
  method: "POST",
  headers: { ...json },
  body: JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "tester", version: "1" },
    },
  }),
};
