import { describe, expect, it } from "vitest";
import { agreesWithHeaders } from "./param-headers.ts";

const listed = [
  {
    name: "move",
    inputSchema: { type: "object", properties: { to: { type: "string", "x-mcp-header": "To" } } },
  },
];

function agrees(to: string, header: string): boolean {
  const message = { method: "tools/call", params: { name: "move", arguments: { to } } };
  const headers = { "mcp-protocol-version": "2026-07-28", "mcp-param-to": header };
  return agreesWithHeaders(message, headers, listed);
}

describe("agreesWithHeaders", () => {
  it.each([
    { to: "Hello", header: "=?base64?SGVsbG8=?=" },
    { to: "", header: "=?base64??=" },
    { to: "SGVsbG8=", header: "SGVsbG8=" },
    { to: "=?base64?SGVsbG8=", header: "=?base64?SGVsbG8=" },
  ])("accepts $header for $to", ({ to, header }) => {
    expect(agrees(to, header)).toBe(true);
  });

  it.each([
    { to: "Hello", header: "=?base64?SGVsbG8?=" },
    { to: "Hello", header: "=?base64?SGVs!!!bG8=?=" },
    { to: "Hello", header: "=?base64?SGVsbG8=SGVsbG8=?=" },
    { to: "=?base64?SGVsbG8?=", header: "=?base64?SGVsbG8?=" },
  ])("refuses a malformed header: $header", ({ to, header }) => {
    expect(agrees(to, header)).toBe(false);
  });
});
