import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import { createEvents, Lingering, type ServerEvent } from "./response-reading.ts";

function read(...chunks: readonly string[]) {
  const seen: ServerEvent[] = [];
  const push = createEvents(20, (event) => seen.push(event));
  const within = chunks.every((chunk) => push(Buffer.from(chunk)));
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

function setUp() {
  const clock = createFakeClock();
  const ended: string[] = [];
  const response = (name: string) => ({ destroy: () => ended.push(name) });
  return { clock, ended, response, lingering: new Lingering(clock, 1_000) };
}

describe("Lingering", () => {
  it("closes each open response in time", async () => {
    const { clock, ended, response, lingering } = setUp();
    lingering.watch(response("first"));
    await clock.advance(600);
    lingering.watch(response("second"));
    await clock.advance(600);
    expect(ended).toEqual(["first"]);
    await clock.advance(1_000);

    expect(ended).toEqual(["first", "second"]);
  });

  it("ignores responses that ended by themselves", async () => {
    const { clock, ended, response, lingering } = setUp();
    const polite = response("polite");
    lingering.watch(polite);
    lingering.forget(polite);
    await clock.advance(5_000);

    expect(ended).toEqual([]);
  });

  it("works again for later responses", async () => {
    const { clock, ended, response, lingering } = setUp();
    lingering.watch(response("early"));
    await clock.advance(2_000);
    lingering.watch(response("late"));
    await clock.advance(2_000);

    expect(ended).toEqual(["early", "late"]);
  });

  it("closes all responses on disposal", () => {
    const { ended, response, lingering } = setUp();
    lingering.watch(response("first"));
    lingering[Symbol.dispose]();

    expect(ended).toEqual(["first"]);
  });
});
