import type { JSONRPCRequest } from "@modelcontextprotocol/client";
import { encodeHeader } from "../param-headers.ts";
import type { Era } from "../upstream.ts";

export interface Session {
  readonly id: string | undefined;
  readonly protocolVersion: string | undefined;
}

/** Returns the protocol's headers of a request. They must agree with the body. */
export function requestHeaders(
  { method, params }: JSONRPCRequest,
  era: Era,
  { id, protocolVersion }: Session,
): Record<string, string> {
  const subject = era === "modern" ? subjectOf(method, params ?? {}) : undefined;
  // Set one by one: every call needs these, and spreading would copy each time.
  const headers: Record<string, string> = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
  if (protocolVersion !== undefined) headers["mcp-protocol-version"] = protocolVersion;
  if (id !== undefined) headers["mcp-session-id"] = id;
  if (era === "modern") headers["mcp-method"] = method;
  if (subject !== undefined) headers["mcp-name"] = encodeHeader(subject);
  return headers;
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
