import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, it } from "vitest";
import { sendsOnce, settleRepeats } from "./repeated-headers.ts";

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
