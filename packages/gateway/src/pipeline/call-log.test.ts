import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import {
  approvedCall,
  incomingCall,
  registeredTool,
  toolContract,
  toolPlan,
} from "@toolcourt/testing/calls";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import type { RegisteredTool } from "../catalog/snapshot.ts";
import { createLogger, type LogEntry } from "../telemetry/logger.ts";
import type { IncomingCall } from "./call.ts";
import { type FailedCall, logCalls, warnOfDeprecated } from "./call-log.ts";
import type { Outcome } from "./outcome.ts";
import { CallWatchers } from "./watch-calls.ts";

const deprecated = { since: "1.0.0", replacement: "get-forecast-v2", removalDate: "2027-06-30" };

interface Scene {
  readonly isRead?: boolean;
  readonly isWarning?: boolean;
  readonly isDetailed?: boolean;
  readonly isNaming?: boolean;
  readonly isTerse?: boolean;
  readonly tool?: RegisteredTool;
  readonly call?: IncomingCall;
}

function setUp(scene: Scene = {}) {
  const { isTerse = false } = scene;
  const { tool = registeredTool(), call } = scene;
  const clock = createFakeClock();
  const entries: LogEntry[] = [];
  const stacks: [unknown, FailedCall][] = [];
  const { log } = createLogger((entry) => void entries.push(entry));
  const watcher = logCalls({
    log,
    isRead: true,
    isDetailed: true,
    ...scene,
    keepStack: (error, failed) => void stacks.push([error, failed]),
  });
  const watchers = new CallWatchers([watcher], clock);
  const plan = toolPlan(tool, { isTerse });
  const found = call?.tool === tool.publicName ? plan : undefined;
  const begunAt = watchers.opened(call ? { ...call, plan: found } : incomingCall({ plan }));
  const reached = call ? { ...call, plan: found } : approvedCall({ registered: tool, plan });
  const close = (outcome: Outcome): void => watchers.closed(reached, outcome, begunAt);
  return { clock, entries, stacks, close };
}

function answered(isError = false): Outcome {
  const output = { content: ["secret"], structuredContent: { secret: 1 }, isError };
  return { kind: "answered", output, fromCache: false, contract: "sha256:c" };
}

const busy = new Refusal("no-capacity", { tool: "x", waitedMs: 1 });

const ids = {
  callId: "call-1",
  traceId: incomingCall().traceId,
  correlation_id: incomingCall().correlationId,
  session_id: null,
  connection_id: null,
  tool_id: "get-forecast",
};

function callIn(session_id: string): IncomingCall {
  return incomingCall({ arguments: { connection_id: "conn-1", session_id, other: "x" } });
}

const digest = /^[\da-f]{64}$/;

describe("the log lines of a call", () => {
  it("S3-93: begin with the request, without its values", () => {
    const { entries } = setUp();

    expect(entries[0]).toMatchObject({
      event: "call.opened",
      level: "info",
      fields: { ...ids, server: "weather", stage: "opened", status: "started" },
    });
    expect(entries[0]?.fields).toMatchObject({
      parameters: ["city"],
      arguments: { shape: ["city: string(6)"] },
    });
    expect(JSON.stringify(entries)).not.toContain("Geneva");
  });

  it.each<[string, string, Outcome]>([
    ["answered", "answered", answered()],
    ["failed", "failed", answered(true)],
    ["asked", "asked", { kind: "asked", output: { asks: {} }, contract: "sha256:c" }],
    ["no-capacity", "refused", { kind: "refused", error: busy }],
    ["gateway-failed", "refused", { kind: "refused", error: new Error("secret") }],
  ])("S2-35, S3-94, S3-100: end with %s and all ids", (outcome, status, ended) => {
    const { entries, close } = setUp();
    close(ended);

    expect(entries[1]).toMatchObject({
      event: "call.closed",
      level: "info",
      sentence: `get-forecast ${outcome} in 0 ms (trace ${ids.traceId}, correlation ${ids.correlation_id})`,
      fields: { ...ids, status },
    });
    expect(JSON.stringify(entries)).not.toMatch(/secret|Geneva/);
  });

  it("summarize the answer, and classify a failure (S3-92)", () => {
    const { entries, close } = setUp();
    close(answered(true));

    expect(entries[1]?.fields).toMatchObject({
      stage: "done",
      error: { class: "business", code: "tool-failed" },
      result: { bytes: 70, blocks: 1, hasData: true, fromCache: false },
    });
  });

  it("hash nothing unless they are detailed", () => {
    const { entries, close } = setUp({ isDetailed: false });
    close(answered());

    expect(entries[0]?.fields).toMatchObject({ ...ids, parameters: ["city"] });
    expect(entries[1]?.fields).toMatchObject({
      result: { blocks: 1, hasData: true, fromCache: false },
    });
    expect(JSON.stringify(entries)).not.toMatch(/sha256|bytes|shape/);
  });

  it("have ids and nothing else for terse tools, unless they are detailed", () => {
    const { entries, close } = setUp({ isDetailed: false, isTerse: true });
    close(answered());

    expect(entries[0]?.fields).not.toHaveProperty("parameters");
    expect(entries[1]?.fields).toMatchObject({ ...ids, result: {} });
  });

  it("S2-35: name all fields of a discovery tool as text, too", () => {
    const properties = {
      connection_id: { type: "string" },
      session_id: { type: "string" },
      tier: { enum: ["cost"] },
      scope: { type: "object", properties: { tenantId: {}, group: {}, other: {} } },
    };
    const tool = registeredTool({ contract: toolContract({ input: { properties } }) });
    const scope = { tenantId: "t-1", group: "Web(1)", other: "not an id", unknown: "x" };
    const given = { connection_id: "conn-1", session_id: "s-1", tier: "cost", scope };
    const call = { ...approvedCall({ registered: tool }), ...incomingCall({ arguments: given }) };
    const { entries, close } = setUp({ isDetailed: false, isTerse: true, tool, call });
    close({ kind: "refused", error: busy });

    const place = "tier cost, scope group=Web(1) tenantId=t-1";
    const six = `correlation_id ${ids.correlation_id}, session_id s-1, connection_id conn-1, tool_id get-forecast`;
    expect(entries.map(({ sentence }) => sentence)).toEqual([
      `get-forecast called (trace ${ids.traceId}, ${six}, stage opened, status started, ${place})`,
      `get-forecast no-capacity in 0 ms (trace ${ids.traceId}, ${six}, stage run, status refused, ${place})`,
    ]);
  });

  it("S2-35: say that a field of a discovery tool has no value", () => {
    const { entries } = setUp({ isTerse: true });

    expect(entries[0]?.sentence).toContain(", session_id none, connection_id none, tool_id ");
    expect(entries[0]?.sentence).toContain(", tier none, scope none)");
  });

  it("have no scope of a tool that is no discovery, whatever it names so", () => {
    const properties = { scope: { type: "object", properties: { tenantId: {} } } };
    const tool = registeredTool({ contract: toolContract({ input: { properties } }) });
    const call = incomingCall({ arguments: { scope: { tenantId: "private" } } });
    const { entries } = setUp({ isDetailed: false, tool, call });

    expect(JSON.stringify(entries.map(({ fields }) => fields))).not.toContain("private");
  });

  it("name no parameters if they do not show them", () => {
    const { entries } = setUp({ isDetailed: false, isNaming: false });

    expect(entries[0]?.fields).toMatchObject(ids);
    expect(JSON.stringify(entries)).not.toContain("parameters");
  });

  it("quote an invented tool name, so that it cannot forge a line", () => {
    const tool = 'get-forecast" answered in 1 ms';
    const { entries } = setUp({ call: incomingCall({ tool }) });

    expect(entries[0]?.sentence).toMatch(/^"get-forecast\\" answered in 1 ms" called \(trace /);
  });

  it("say which stage a call reached", () => {
    const { entries, close } = setUp({ call: incomingCall({ tool: "made-up" }) });
    close({ kind: "refused", error: new Refusal("tool-unknown", { tool: "made-up" }) });

    expect(entries[1]?.fields).toMatchObject({ tool_id: null, tool: "made-up", stage: "resolve" });
  });

  it("have the ids that the contract declares, if they look like ids", () => {
    const properties = { connection_id: { type: "string" }, session_id: { type: "string" } };
    const tool = registeredTool({ contract: toolContract({ input: { properties } }) });
    const given = setUp({ tool, call: callIn("s-1") });
    const forged = setUp({ tool, call: callIn("s 1\nERROR: everything is lost") });

    expect(given.entries[0]?.fields).toMatchObject({ connection_id: "conn-1", session_id: "s-1" });
    expect(forged.entries[0]?.fields).toMatchObject({ session_id: null });
  });

  it("T25: have only ids and digests in terse mode", () => {
    const { entries, close } = setUp({ isTerse: true });
    close(answered());
    const text = JSON.stringify(entries.map(({ fields }) => fields));
    const digests = [...text.matchAll(/"sha256":"([^"]*)"/g)].map(([, found]) => found);

    expect(digests).toEqual([expect.stringMatching(digest), expect.stringMatching(digest)]);
    expect(text).toContain('"bytes":17');
    expect(JSON.stringify(entries)).not.toMatch(/parameters|shape|blocks|hasData/);
  });

  it("are skipped if logging is off", () => {
    const { entries, close } = setUp({ isRead: false });
    close({ kind: "refused", error: busy });

    expect(entries).toEqual([]);
  });

  it.each([
    [{ kind: "refused", error: busy }, ["call.closed"]],
    [answered(true), ["call.closed"]],
    [answered(), []],
  ] as const)("tell only of failures if the others are not read (%#)", (outcome, events) => {
    const { entries, close } = setUp({ isRead: false, isWarning: true });
    close(outcome);

    expect(entries.map(({ event }) => event)).toEqual(events);
  });

  it("measure the whole call", async () => {
    const { clock, entries, close } = setUp();
    await clock.advance(250);
    close(answered());

    expect(entries[1]?.sentence).toMatch(/^get-forecast answered in 250 ms/);
  });
});

describe("a gateway error", () => {
  it("S3-95: is always logged, and its stack only where access is restricted", () => {
    const { entries, stacks, close } = setUp({ isRead: false });
    const error = new TypeError("secret");
    close({ kind: "refused", error });

    expect(entries.map(({ event, level }) => [event, level])).toEqual([["call.failed", "error"]]);
    expect(entries[0]).toMatchObject({ fields: { ...ids, status: "refused" } });
    expect(entries[0]?.sentence).toContain(ids.traceId);
    expect(JSON.stringify(entries)).not.toContain("secret");
    expect(stacks).toEqual([[error, expect.objectContaining({ code: "gateway-failed" })]]);
  });

  it("includes infrastructure failures; callers' mistakes have no stack", () => {
    const scenes = [busy, new Refusal("tool-unknown", { tool: "x" })].map((error) => ({ error }));
    const kept = [];
    for (const { error } of scenes) {
      const { stacks, close } = setUp({ isRead: false });
      close({ kind: "refused", error });
      kept.push(stacks.length);
    }

    expect(kept).toEqual([1, 0]);
  });
});

function warned(call: IncomingCall): readonly LogEntry[] {
  const entries: LogEntry[] = [];
  const { log } = createLogger((entry) => void entries.push(entry));
  const outcome = { kind: "refused", error: undefined } as const;
  warnOfDeprecated(log).closed({ call, outcome, ending: { status: "refused" }, ms: 1 });
  return entries;
}

describe("a call of a deprecated tool", () => {
  it("S3-151: logs a warning with the replacement and the removal date", () => {
    const contract = { ...toolContract(), terms: { deprecated } };
    const call = approvedCall({ registered: registeredTool({ contract }) });

    expect(warned(call)).toMatchObject([
      {
        event: "tool.deprecated-used",
        level: "warning",
        fields: {
          tool: "get-forecast",
          replacement: "get-forecast-v2",
          removalDate: "2027-06-30",
          status: "refused",
        },
      },
    ]);
  });

  it("truncates the author's text in the warning", () => {
    const long = { ...deprecated, replacement: "x".repeat(10_000) };
    const contract = { ...toolContract(), terms: { deprecated: long } };

    const [entry] = warned(approvedCall({ registered: registeredTool({ contract }) }));

    expect(JSON.stringify(entry).length).toBeLessThan(1_000);
  });

  it.each([
    ["of another tool", approvedCall()],
    ["that found no tool", incomingCall()],
  ])("logs no warning for a call %s", (_, call) => {
    expect(warned(call)).toEqual([]);
  });
});
