import { describe, expect, it } from "vitest";
import { capBody } from "./sdk-transport.ts";

function read(chunks: readonly string[], perEvent: boolean) {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const chunk of chunks) controller.enqueue(Buffer.from(chunk));
      controller.close();
    },
  });
  return new Response(body.pipeThrough(capBody(10, perEvent))).text().catch(() => undefined);
}

describe("capBody", () => {
  it.each([
    { chunks: ["12345", "67890"], perEvent: false },
    { chunks: ["1234567\n\n", "1234567\n\n", "1234567\n\n"], perEvent: true },
    { chunks: ["123\r\n\r\n45", "1234567"], perEvent: true },
  ])("passes $chunks (per event: $perEvent)", async ({ chunks, perEvent }) => {
    expect(await read(chunks, perEvent)).toBe(chunks.join(""));
  });

  it.each([
    { chunks: ["12345", "678901"], perEvent: false },
    { chunks: ["12345\n\n", "12345\n\n"], perEvent: false },
    { chunks: ["123456789012\n\n"], perEvent: true },
    { chunks: ["1\n\n234", "5\n678\n9", "0"], perEvent: true },
  ])("stops at $chunks (per event: $perEvent)", async ({ chunks, perEvent }) => {
    expect(await read(chunks, perEvent)).toBeUndefined();
  });
});
