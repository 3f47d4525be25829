import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import { Redaction } from "../boundary/redaction/redaction.ts";
import type { FieldsOf } from "../telemetry/events.ts";
import { createLogger } from "../telemetry/logger.ts";
import { createJsonWriter, createTextWriter } from "../telemetry/writers.ts";
import { LogLines } from "./log-lines.ts";

const token = "ghp_16C7e42F292c6912E7710c838347Ae178B4a";
const uuid = "7b0a3b52-6c1e-4b7f-9a51-1f0c2d3e4f50";

function callOf(tool: string): FieldsOf<"call.opened"> {
  const ids = { callId: uuid, traceId: uuid, correlation_id: uuid, tool_id: tool, tool };
  const none = { server: "crm", session_id: null, connection_id: null };
  return { ...ids, ...none, stage: "opened", status: "started" };
}

function setUp() {
  const clock = createFakeClock();
  const printed: string[] = [];
  const redaction = new Redaction();
  const print = (text: string): void => void printed.push(text);
  const printAll = (all: readonly string[]): void => void printed.push(all.join("\n"));
  const lines = new LogLines({ print, printAll, redaction, clock, isDetailed: false });
  const options = { print: lines.print, minLevel: "info" } as const;
  const { log } = createLogger(lines.around(createTextWriter(options)));
  return { clock, printed, redaction, lines, log };
}

describe("LogLines", () => {
  it("prints lines about calls together, a moment later", async () => {
    const { clock, printed, log } = setUp();
    log("call.opened", callOf("a"));
    log("call.opened", callOf("b"));
    expect(printed).toEqual([]);
    await clock.advance(100);

    expect(printed).toEqual([expect.stringMatching(/^INFO: a called .*\nINFO: b called /)]);
  });

  it("has the time of each event, not that of its print", async () => {
    const { clock, printed, lines } = setUp();
    const { print, now } = lines;
    const write = createJsonWriter({ print, minLevel: "info", clock: { ...clock, now } });
    const { log } = createLogger(lines.around(write));
    const first = clock.now();
    log("call.opened", callOf("a"));
    await clock.advance(50);
    log("call.opened", callOf("b"));
    await clock.advance(50);
    log("memory.scarce", {});

    const times = printed
      .join("\n")
      .split("\n")
      .map((line) => Date.parse(/"time":"([^"]+)"/.exec(line)?.[1] ?? ""));
    expect(times).toEqual([first, first + 50, first + 100]);
  });

  it("prints every other line at once, after the lines that wait", () => {
    const { printed, log } = setUp();
    log("call.opened", callOf("a"));
    log("memory.scarce", {});

    expect(printed).toEqual([
      expect.stringContaining("INFO: a called"),
      expect.stringContaining("WARNING: Memory is scarce"),
    ]);
  });

  it("prints what waits if it is long, and at the end", () => {
    const { printed, lines, log } = setUp();
    for (let count = 0; count < 1_000; count += 1) log("call.opened", callOf("a"));
    const before = printed.length;
    lines[Symbol.dispose]();

    expect(before).toBeGreaterThan(0);
    expect(printed.join("\n").split("\n")).toHaveLength(1_000);
  });

  it("redacts a secret that is added after a line like this one", async () => {
    const { clock, printed, redaction, log } = setUp();
    log("call.opened", callOf("a"));
    await clock.advance(100);
    redaction.registry.holdValue(uuid);
    log("call.opened", callOf("a"));
    log("call.opened", callOf(token));
    log("call.opened", callOf(token));
    await clock.advance(100);

    const [first = "", ...rest] = printed.join("\n").split("\n");
    expect(first).toContain(uuid);
    expect(rest.join()).not.toMatch(/7b0a3b52|ghp_/);
    expect(rest).toHaveLength(3);
  });
});
