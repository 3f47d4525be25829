import { describe, expect, it } from "vitest";
import { jsonLinesOf } from "./json-lines.ts";

/** An answer that arrives in these pieces. */
function answerOf(...pieces: readonly string[]): Response {
  return new Response(
    new ReadableStream({
      start: (controller) => {
        for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
        controller.close();
      },
    }),
  );
}

describe("reading lines of JSON", () => {
  it("yields each value, however the lines arrive", async () => {
    const values = await Array.fromAsync(jsonLinesOf(answerOf('{"a":1}\n{"a', '":2}\n"é', '"\n')));

    expect(values).toEqual([{ a: 1 }, { a: 2 }, "é"]);
  });

  it("leaves out a line that was cut", async () => {
    expect(await Array.fromAsync(jsonLinesOf(answerOf('{"a":1}\n{"a":2')))).toEqual([{ a: 1 }]);
  });

  it.each([
    ["[1,\n", "JSON"],
    [`"${"x".repeat(300_000)}`, "too long"],
  ])("refuses what is not one of ours", async (text, message) => {
    await expect(Array.fromAsync(jsonLinesOf(answerOf(text)))).rejects.toThrow(message);
  });
});
