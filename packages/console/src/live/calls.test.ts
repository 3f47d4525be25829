import { describe, expect, it } from "vitest";
import { createLiveCalls, maxRows } from "./calls.ts";
import type { LiveTopic, TopicEvent } from "./stream.ts";

const none = { tool: "t", stage: undefined, status: "done", code: undefined, ms: 1, at: undefined };

function setUp() {
  let hear: ((event: TopicEvent) => void) | undefined;
  let frames: (() => void)[] = [];
  const time = { now: 0 };
  const calls = createLiveCalls({
    stream: {
      subscribe: (listen) => {
        hear = listen;
        return () => undefined;
      },
    },
    clock: { monotonic: () => time.now },
    now: () => 0,
    nextFrame: (run) => frames.push(run),
  });
  const send = (id: string | undefined, topic: LiveTopic = "calls", status = "done"): void =>
    hear?.({ ...none, id, topic, status });
  /** Draws a frame, late enough for the next change. */
  const draw = (): number => {
    const due = frames;
    frames = [];
    time.now += 200;
    for (const run of due) run();
    return due.length;
  };
  return { calls, send, draw, keys: () => calls.rows.value.map(({ key }) => key) };
}

describe("live calls", () => {
  it("change once a frame, the newest first", () => {
    const { calls, send, draw, keys } = setUp();
    for (const id of ["a", "b", "c"]) send(id);
    const before = calls.rows.value.length;

    expect([before, draw(), keys()]).toEqual([0, 1, ["c", "b", "a"]]);
  });

  it("show one row a call", () => {
    const { calls, send, draw } = setUp();
    send("a", "calls", "running");
    draw();
    send("a", "calls", "refused");
    draw();

    expect(calls.rows.value.map(({ status }) => status)).toEqual(["refused"]);
  });

  it("keep a fixed number of rows", () => {
    const { send, draw, keys } = setUp();
    for (let index = 0; index < 3 * maxRows; index += 1) send(String(index));
    draw();
    send("last");
    draw();

    expect([keys().length, keys()[0]]).toEqual([maxRows, "last"]);
  });

  it("hold what arrives while they are paused", () => {
    const { calls, send, draw, keys } = setUp();
    calls.pause(true);
    send("a");
    draw();
    const held = [calls.held.value, keys()];

    calls.pause(false);
    draw();

    expect([held, calls.held.value, keys()]).toEqual([[1, []], 0, ["a"]]);
  });

  it("show gaps, and nothing of other topics", () => {
    const { calls, send, draw } = setUp();
    send("x", "approvals");
    send(undefined, "gap");
    draw();

    expect(calls.rows.value.map(({ topic }) => topic)).toEqual(["gap"]);
  });
});
