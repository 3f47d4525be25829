import { describe, expect, it } from "vitest";
import { messageLimits } from "../../protocol/message-size.ts";
import { capBody, capEvents } from "./cap-body.ts";

function through(chunks: readonly string[], cap: TransformStream<Uint8Array, Uint8Array>) {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const chunk of chunks) controller.enqueue(Buffer.from(chunk));
      controller.close();
    },
  });
  return new Response(body.pipeThrough(cap)).text();
}

function read(chunks: readonly string[], perEvent: boolean) {
  const cap = perEvent ? capEvents(10, () => undefined) : capBody(10);
  return through(chunks, cap).catch(() => undefined);
}

describe("a capped body", () => {
  it.each([
    { chunks: ["12345", "67890"], perEvent: false },
    { chunks: ["1234567\n\n", "1234567\n\n", "1234567\n\n"], perEvent: true },
    { chunks: ["123\r\n\r\n45", "1234567"], perEvent: true },
    { chunks: ["1234567\r", "\n\r", "\n1234567\r\r", "\n1234567\n", "\n12"], perEvent: true },
  ])("passes $chunks (per event: $perEvent)", async ({ chunks, perEvent }) => {
    expect(await read(chunks, perEvent)).toBe(chunks.join(""));
  });

  it.each([
    { chunks: ["12345", "678901"], perEvent: false },
    { chunks: ["12345\n\n", "12345\n\n"], perEvent: false },
    { chunks: ["123456789012\n\n"], perEvent: true },
    { chunks: ["1\n\n234", "5\n678\n9", "0"], perEvent: true },
    { chunks: ["1\n\n123456789012\n\n1\n\n"], perEvent: true },
  ])("stops at $chunks (per event: $perEvent)", async ({ chunks, perEvent }) => {
    expect(await read(chunks, perEvent)).toBeUndefined();
  });
});

describe("a capped body with too many keys", () => {
  const keys = Array.from({ length: messageLimits.keys + 1 }, (_, index) => `"k${index}":1`);
  const answer = `{"jsonrpc":"2.0","result":{${keys.join(",")}},"id":1000007}`;
  const small = 'data: {"id":1}\n\n';
  const megabyte = 1024 * 1024;

  it("fails as a whole, before it is parsed", async () => {
    const [half, rest] = [answer.slice(0, 99), answer.slice(99)];

    await expect(through([half, rest], capBody(megabyte))).rejects.toMatchObject({
      fault: { kind: "too-complex", excess: "keys" },
    });
  });

  it.each([
    ["in one line", `data: ${answer}\n\n`],
    ["behind a quote in a comment", `: "\r\ndata:${answer}\r\n\r\n`],
    ["in two lines", `data: ${answer.replace(',"id', ',\rdata: "id')}\r\r`],
  ])("is left out of a stream, and its request refused: %s", async (_, event) => {
    const refused: unknown[] = [];
    const cap = capEvents(megabyte, (...about) => refused.push(about));

    const passed = await through([small, event.slice(0, 70_000), event.slice(70_000), small], cap);

    // The second half of a line end may stay behind, as an empty line.
    expect(passed.split(/\n+/)).toEqual(`${small}${small}`.split(/\n+/));
    expect(refused).toEqual([[1_000_007, "keys"]]);
  });

  it.each([
    ["a question", `data: ${answer.replace("{", '{"method":"x",')}\n\n`],
    ["very many lines", `${"data: 1\n".repeat(20_000)}\n`],
  ])("is left out of a stream without a request: %s", async (_, event) => {
    const refused: unknown[] = [];
    const cap = capEvents(megabyte, (...about) => refused.push(about));

    expect(await through([small, event, small], cap)).toBe(`${small}${small}`);
    expect(refused).toEqual([]);
  });
});
