import { describe, expect, it } from "vitest";
import { createEvents, type ServerEvent } from "./events.ts";

function read(...chunks: readonly string[]) {
  const seen: ServerEvent[] = [];
  const events = createEvents(20, (event) => seen.push(event));
  const within = chunks.every((chunk) => events.push(Buffer.from(chunk)));
  return { seen, within };
}

describe("createEvents", () => {
  it("joins an event's lines with any line end", () => {
    expect(read("id: 7\r\nda", "ta: a\r\ndata:b\r\n\r\n: alive\n\nretry: 20\n\n").seen).toEqual([
      { data: "a\nb", id: "7" },
      { data: "", retryMs: 20 },
    ]);
  });

  it("ignores events that are not messages", () => {
    expect(read("event: other\ndata: x\n\nevent: message\ndata: y\n\n").seen).toEqual([
      { data: "" },
      { data: "y" },
    ]);
  });

  it("drops an unfinished event", () => {
    expect(read("data: x\n").seen).toEqual([]);
  });

  it.each([
    { chunks: ["data: 1234567890\n\n", "data: 1234567890\n\n"], within: true },
    { chunks: ["data: 123456789012345"], within: false },
    { chunks: ["data: 12345\n", "data: 12345\n"], within: false },
  ])("bounds one event, not the stream: $chunks", ({ chunks, within }) => {
    expect(read(...chunks).within).toBe(within);
  });
});
