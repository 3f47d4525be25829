import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { readRequest } from "./read-request.ts";

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
