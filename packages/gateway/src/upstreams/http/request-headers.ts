import type { JSONRPCRequest } from "@modelcontextprotocol/client";
import { encodeHeader } from "../param-headers.ts";
import type { Era } from "../upstream.ts";

export interface Session {
  readonly era: Era;
  readonly id: string | undefined;
  readonly protocolVersion: string | undefined;
}

/** What the protocol wants in the headers of a request. It has to agree with the body. */
export function requestHeaders(
  { method, params }: JSONRPCRequest,
  { era, id, protocolVersion }: Session,
): Record<string, string> {
  const subject = era === "modern" ? subjectOf(method, params ?? {}) : undefined;
  return {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    ...(protocolVersion !== undefined && { "mcp-protocol-version": protocolVersion }),
    ...(id !== undefined && { "mcp-session-id": id }),
    ...(era === "modern" && { "mcp-method": method }),
    ...(subject !== undefined && { "mcp-name": encodeHeader(subject) }),
  };
}

const subjects: Readonly<Record<string, string>> = {
  "tools/call": "name",
  "prompts/get": "name",
  "resources/read": "uri",
};

function subjectOf(method: string, params: Readonly<Record<string, unknown>>): string | undefined {
  const key = Object.hasOwn(subjects, method) ? subjects[method] : undefined;
  const subject = key === undefined ? undefined : params[key];
  return typeof subject === "string" ? subject : undefined;
}
