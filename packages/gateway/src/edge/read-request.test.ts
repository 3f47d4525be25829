import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { agreesWithHeaders, readRequest, sendsOnce, settleRepeats } from "./read-request.ts";

/** Returns the order of events when a message with this many letters is read. */
async function reading(letters: number): Promise<readonly string[]> {
  const request = new IncomingMessage(new Socket());
  request.method = "POST";
  request.headers = { "content-type": "application/json" };
  const happened: string[] = [];
  request.once("end", () => setImmediate(() => happened.push("turn")));
  const params = { text: "a".repeat(letters) };
  request.push(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping", params }));
  request.push(null);

  const { kind } = await readRequest(request, () => []);
  return [...happened, kind];
}

describe("readRequest", () => {
  it("acts on a small message at once", async () => {
    expect(await reading(10)).toEqual(["passed"]);
  });

  it("yields to the event loop after it reads a large message", async () => {
    expect(await reading(200_000)).toEqual(["turn", "passed"]);
  });
});

function received(headers: Readonly<Record<string, readonly string[]>>): IncomingMessage {
  const message = new IncomingMessage(new Socket());
  for (const [name, values] of Object.entries(headers)) {
    message.headersDistinct[name] = [...values];
    message.headers[name] = values.join(", ");
  }
  return message;
}

it("merges a header sent twice with the same value", () => {
  const message = received({ "mcp-name": ["a", "a"] });

  expect(settleRepeats(message)).toBe(true);
  expect(message.headers["mcp-name"]).toBe("a");
});

it("refuses a header sent twice with different values", () => {
  expect(settleRepeats(received({ "mcp-name": ["a", "b"] }))).toBe(false);
});

it("refuses two content types", () => {
  const types = ["application/json", "text/plain"];

  expect(settleRepeats(received({ "content-type": types }))).toBe(false);
});

it.each(["host", "authorization"] as const)("distinguishes two %s headers from one", (name) => {
  expect(sendsOnce(received({ [name]: ["a"] }), name)).toBe(true);
  expect(sendsOnce(received({ [name]: ["a", "b"] }), name)).toBe(false);
});

it("leaves headers outside the protocol alone", () => {
  const message = received({ accept: ["a", "b"] });

  expect(settleRepeats(message)).toBe(true);
  expect(message.headers.accept).toBe("a, b");
});

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
