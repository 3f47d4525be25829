import { describe, expect, it } from "vitest";
import type { CallClosed, ToolEvent } from "../tool/events.ts";
import { type CallLines, logCalls } from "./log-calls.ts";

const facts = { tool: "get-card", version: "1.0.0", traceId: "t", correlationId: "c" };
const summary = { size: 2, suggestedNextActions: 0, warnings: 0, confidence: 1 };
const closed: CallClosed = {
  kind: "call.closed",
  ...facts,
  agentId: "editor\nINFO: forged",
  outcome: "answered",
  ms: 2.6,
  cached: false,
  resultSummary: summary,
};

function linesOf(form: CallLines, ...events: readonly ToolEvent[]) {
  const lines: string[] = [];
  const seen: ToolEvent[] = [];
  const write = (line: string): void => void lines.push(line);
  const observe = logCalls((event) => void seen.push(event), { form, write, now: () => 0 });
  for (const event of events) observe(event);
  return { lines, seen };
}

describe("logCalls", () => {
  it("S3-113: writes one line of JSON for a call, and passes every event on", () => {
    const opened = { kind: "call.opened", ...facts, parameterNames: [] } as const;
    const { lines, seen } = linesOf("json", opened, closed);

    expect(seen).toEqual([opened, closed]);
    expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
      expect.objectContaining({
        time: "1970-01-01T00:00:00.000Z",
        level: "info",
        event: "call.closed",
        ...facts,
        outcome: "answered",
        ms: 2.6,
        resultSummary: summary,
      }),
    ]);
  });

  it("writes text without anything that the caller says", () => {
    const failed = { ...closed, outcome: "failed", code: "not-permitted" } as const;

    expect(linesOf("text", closed, failed).lines).toEqual([
      "INFO: get-card answered in 3 ms (trace t, correlation c)",
      "INFO: get-card failed (not-permitted) in 3 ms (trace t, correlation c)",
    ]);
  });

  it("writes nothing if it is off", () => {
    expect(linesOf("off", closed)).toEqual({ lines: [], seen: [closed] });
  });
});
