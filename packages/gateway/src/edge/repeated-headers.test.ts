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

it("takes a header that says the same twice for one", () => {
  const message = received({ "mcp-name": ["a", "a"] });

  expect(settleRepeats(message)).toBe(true);
  expect(message.headers["mcp-name"]).toBe("a");
});

it("refuses a header that says two things", () => {
  expect(settleRepeats(received({ "mcp-name": ["a", "b"] }))).toBe(false);
});

it("refuses two kinds of content", () => {
  const types = ["application/json", "text/plain"];

  expect(settleRepeats(received({ "content-type": types }))).toBe(false);
});

it.each(["host", "authorization"] as const)("tells two headers %s from one", (name) => {
  expect(sendsOnce(received({ [name]: ["a"] }), name)).toBe(true);
  expect(sendsOnce(received({ [name]: ["a", "b"] }), name)).toBe(false);
});

it("leaves the headers of others alone", () => {
  const message = received({ accept: ["a", "b"] });

  expect(settleRepeats(message)).toBe(true);
  expect(message.headers.accept).toBe("a, b");
});
