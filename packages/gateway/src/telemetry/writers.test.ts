import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import type { Level } from "./events.ts";
import { createDetailLogger, createLogger } from "./logger.ts";
import { createJsonWriter, createTextWriter } from "./writers.ts";

function textLog(minLevel: Level) {
  const lines: string[] = [];
  const print = (line: string): void => void lines.push(line);
  return { lines, logger: createLogger(createTextWriter({ print, minLevel })) };
}

function detailsWith(minLevel: Level): readonly string[] {
  const lines: string[] = [];
  const write = createTextWriter({ print: (line) => void lines.push(line), minLevel });
  createDetailLogger(write).log("tool.nonconformant", { tool: "a", server: "b", rules: ["c"] });
  return lines;
}

describe("text log lines", () => {
  it("T20: put the level before the sentence", () => {
    const { lines, logger } = textLog("debug");

    logger.log("server.empty", { server: "crm", url: "http://crm.example/mcp" });

    expect(lines).toEqual([
      "WARNING: MCP server 'crm' at http://crm.example/mcp returned no tools",
    ]);
  });

  it("omit events below the level", () => {
    const { lines, logger } = textLog("info");

    logger.log("tool.explicit", { tool: "a", config: "{}" });
    logger.log("tool.defaulted", { tool: "a", server: "crm" });

    expect(lines).toEqual([
      "INFO: Tool 'a' from MCP 'crm' not explicitly configured, using default configuration",
    ]);
  });

  it("omit details that a summary tells, unless all levels are printed", () => {
    expect(detailsWith("info")).toEqual([]);
    expect(detailsWith("debug")).toEqual([
      "ERROR: Tool 'a' from MCP server 'b' may not be called, its contract breaks: c",
    ]);
  });

  it.each([
    [
      { held: 0, drifted: 0, untyped: 26 },
      "INFO: crm: 26 tools, 20 callable, 2 callable with approval, 26 without an output contract: toolcourt x writes them",
    ],
    [
      { held: 3, drifted: 0, untyped: 0 },
      "WARNING: crm: 26 tools, 20 callable, 2 callable with approval, 3 held: toolcourt x shows why",
    ],
    [
      { held: 3, drifted: 2, untyped: 0 },
      "ERROR: crm: 26 tools, 20 callable, 2 callable with approval, 3 held, 2 of them different from the lock: toolcourt x shows why",
    ],
  ])("have one line about the tools of a server: %j", (counts, line) => {
    const { lines, logger } = textLog("info");
    const some = { server: "crm", tools: 26, callable: 20, withApproval: 2 };
    logger.log("server.tools", { ...some, ...counts, next: "toolcourt x" });

    expect(lines).toEqual([line]);
  });

  it("have the level that was chosen for calls", () => {
    const lines: string[] = [];
    const print = (line: string): void => void lines.push(line);
    const ids = { callId: "c", traceId: "t", correlation_id: "r", tool_id: "a", tool: "a" };
    const none = { server: "crm", session_id: null, connection_id: null };
    const call = { ...ids, ...none, stage: "opened", status: "started" } as const;
    for (const callLevel of [undefined, "debug", "warning"] as const) {
      const { log } = createLogger(createTextWriter({ print, minLevel: "info", callLevel }));
      log("call.opened", call);
    }

    expect(lines).toEqual([
      "INFO: a called (trace t, correlation r)",
      "WARNING: a called (trace t, correlation r)",
    ]);
  });

  it.each(["failed", "refused"] as const)("are warnings for calls that %s", (status) => {
    const lines: string[] = [];
    const print = (line: string): void => void lines.push(line);
    const ids = { callId: "c", traceId: "t", correlation_id: "r", tool_id: "a", tool: "a" };
    const none = { server: "crm", session_id: null, connection_id: null };
    const closed = { ...ids, ...none, stage: "run", outcome: status, ms: 1 } as const;
    const { log } = createLogger(createTextWriter({ print, minLevel: "info", callLevel: "debug" }));
    log("call.closed", { ...closed, status });
    log("call.closed", { ...closed, status: "answered" });

    expect(lines).toEqual([`WARNING: a ${status} in 1 ms (trace t, correlation r)`]);
  });

  it.each(["\n", "\r", "\u001b[31m", "\u2028", "\u202e", "\u{e0041}"])(
    "cannot be forged or colored by a name with %j",
    (hostile) => {
      const { lines, logger } = textLog("debug");

      logger.log("tool.defaulted", { tool: `a${hostile}ERROR: b`, server: "crm" });

      expect(lines).toHaveLength(1);
      expect(lines[0]).toMatch(/^[ -~]+$/);
    },
  );
});

describe("log lines about clauses and names", () => {
  it("report the effects of a watched and of an enforced clause", () => {
    const { lines, logger } = textLog("info");
    const total = { clause: "text-agrees", broken: 12, checked: 4_310, tools: ["a", "b"] };
    logger.log("clause.counted", { ...total, mode: "observe" });
    logger.log("clause.counted", { ...total, mode: "enforce", tools: "abcdefg".split("") });

    expect(lines).toEqual([
      "INFO: Clause 'text-agrees' would have refused 12 of 4,310 calls, all in 'a', 'b'",
      "INFO: Clause 'text-agrees' refused 12 of 4,310 calls, all in 'a', 'b', 'c', 'd', 'e' and 2 more",
    ]);
  });

  it("never call the local tools a server", () => {
    const { lines, logger } = textLog("info");
    logger.log("tool.collided", { tool: "hello", winner: "local", loser: "crm" });
    logger.log("tool.nonconformant", { tool: "hello", server: "local", rules: ["input/closed"] });

    expect(lines).toEqual([
      "WARNING: Tool 'hello' is offered by MCP server 'crm' and by the local tools, using the one from the local tools",
      "ERROR: Tool 'hello' from the local tools may not be called, its contract breaks: input/closed",
    ]);
  });
});

describe("JSON log lines", () => {
  it("carry time, level, event, sentence and fields", () => {
    const lines: string[] = [];
    const logger = createLogger(
      createJsonWriter({
        print: (line) => void lines.push(line),
        minLevel: "debug",
        clock: createFakeClock(0),
      }),
    );

    logger.log("tool.removed", { tool: "a\u202e\n", server: "crm" });

    expect(lines[0]).toMatch(/^[ -~]+$/);
    expect(JSON.parse(lines[0] ?? "")).toEqual({
      time: "1970-01-01T00:00:00.000Z",
      level: "warning",
      event: "tool.removed",
      message: "Tool 'a\u202e\n' was configured but is no longer available from MCP server 'crm'",
      fields: { tool: "a\u202e\n", server: "crm" },
    });
  });
});
