import type { JsonObject } from "@toolcourt/sdk";
import {
  createMemoryRecords,
  createRecord,
  type RecordStore,
} from "@toolcourt/testing/call-records";
import {
  fakeUpstream,
  goodResult,
  incomingCall,
  noAbort,
  registeredTool,
  toolContract,
} from "@toolcourt/testing/calls";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { readScrape, type Scrape } from "@toolcourt/testing/scrape";
import { describe, expect, it, onTestFinished } from "vitest";
import type { RegisteredTool } from "../catalog/snapshot.ts";
import { Metrics } from "../telemetry/metrics/metrics.ts";
import { renderMetrics } from "../telemetry/metrics/render.ts";
import { UpstreamError, type UpstreamFault } from "../upstreams/upstream.ts";
import type { IncomingCall } from "./call.ts";
import { defaultClauses } from "./clause-counters.ts";
import { openPipeline } from "./open-pipeline.ts";

type Answer = () => Promise<JsonObject> | JsonObject;

interface Scene {
  readonly tool?: Partial<RegisteredTool>;
  readonly answer?: Answer;
  readonly records?: RecordStore;
  readonly asked?: Partial<IncomingCall>;
}

function open({ tool, answer = () => goodResult(), records }: Scene = {}) {
  const clock = createFakeClock();
  const metrics = new Metrics();
  const registered = registeredTool(tool);
  const tools = new Map([[registered.publicName, registered]]);
  const line = openPipeline({
    clock,
    newId: () => "id",
    record: createRecord(records ?? createMemoryRecords(), clock),
    current: () => ({ version: 1, tools, listed: [] }),
    upstreamOf: () => fakeUpstream(answer),
    clausesOf: () => ({ ...defaultClauses, output: "enforce" }),
    maxConcurrent: 10,
    metrics,
  });
  onTestFinished(() => line[Symbol.asyncDispose]());
  const call = (differences: Partial<IncomingCall> = {}): Promise<unknown> =>
    line.callTool(incomingCall(differences), noAbort).catch((error: unknown) => error);
  const scrape = (): Scrape => readScrape(renderMetrics(metrics.families()));
  return { ...line, clock, call, scrape };
}

function failing(fault: UpstreamFault): Answer {
  return () => Promise.reject(new UpstreamError(fault));
}

const kept = toolContract({ terms: { category: "query", cacheable: true, cacheTTL: 60 } });
const tool = { tool: "get-forecast", server: "weather" };

describe("a metrics scrape", () => {
  it("S4-76, S3-96, S3-97: reports the number and duration of a tool's calls", async () => {
    const { promise, resolve } = Promise.withResolvers<JsonObject>();
    const { call, clock, scrape } = open({ answer: () => promise });
    const answers = [call(), call()];
    await clock.advance(30);
    resolve(goodResult());
    await Promise.all(answers);
    const { types, valueOf } = scrape();

    expect(types.get("tool_usage")).toBe("summary");
    expect(valueOf("tool_usage_count", { tool: "get-forecast" })).toBe(2);
    expect(valueOf("tool_usage_sum", { tool: "get-forecast" })).toBeCloseTo(0.06);
    expect(valueOf("toolcourt_calls_total", { ...tool, status: "answered" })).toBe(2);
    const bucket = (le: string) =>
      valueOf("toolcourt_call_duration_seconds_bucket", { ...tool, le });
    expect([bucket("0.02"), bucket("0.05"), bucket("+Inf")]).toEqual([0, 2, 2]);
  });

  it.each<[string, string, Scene]>([
    ["validation", "input-invalid", { tool: { validateInput: () => invalid } }],
    ["validation", "tool-unknown", { asked: { tool: "made-up-by-a-caller" } }],
    ["business", "not-permitted", { asked: { principal: { id: "ada", permissions: [] } } }],
    ["business", "tool-failed", { answer: () => goodResult({ isError: true }) }],
    ["system", "upstream-failed", { answer: failing({ kind: "rpc", code: -1 }) }],
    ["system", "output-invalid", { tool: { validateOutput: () => invalid } }],
    ["system", "audit-failed", { records: { write: () => Promise.reject(new Error("full")) } }],
    ["system", "gateway-failed", { tool: { validateInput: broken } }],
  ])("S3-92, S3-98: counts failures of class %s: %s", async (kind, code, scene) => {
    const permissions = { permissions: ["forecast:read"] };
    const contract = toolContract({ terms: code === "not-permitted" ? permissions : {} });
    const { call, scrape } = open({ ...scene, tool: { contract, ...scene.tool } });
    await call(scene.asked);
    const { series } = scrape();
    const errors = series.filter(({ name }) => name === "toolcourt_call_errors_total");

    expect(errors).toEqual([
      {
        name: "toolcourt_call_errors_total",
        labels: {
          ...(code === "tool-unknown" ? { tool: "(unknown)", server: "" } : tool),
          class: kind,
          code,
        },
        value: 1,
      },
    ]);
    expect(JSON.stringify(series)).not.toMatch(/made-up|ada|Geneva/);
  });

  it("shows what runs and what waits, and nothing of it afterwards", async () => {
    const { promise, resolve } = Promise.withResolvers<JsonObject>();
    const settings = { ...registeredTool().settings, maxInstances: 1 };
    const { call, clock, scrape } = open({ answer: () => promise, tool: { settings } });
    const answers = [call(), call()];
    await clock.advance(1);
    const figures = (): readonly (number | undefined)[] => {
      const { valueOf } = scrape();
      const ofTool = { tool: "get-forecast" };
      return [
        valueOf("toolcourt_calls_running", ofTool),
        valueOf("toolcourt_calls_waiting", ofTool),
        valueOf("toolcourt_slots_used"),
        valueOf("toolcourt_slots_max"),
      ];
    };
    const during = figures();
    resolve(goodResult());
    await Promise.all(answers);

    expect([during, figures()]).toEqual([
      [1, 1, 1, 10],
      [0, 0, 0, 10],
    ]);
  });

  it("counts a held tool under its own name", async () => {
    const { call, scrape } = open({ tool: { hold: { kind: "not-admitted" } } });
    await call();

    expect(scrape().valueOf("toolcourt_calls_total", { ...tool, status: "refused" })).toBe(1);
  });

  it("S3-99: reports cache hits and misses, for tools with cacheable answers", async () => {
    const { call, scrape } = open({ tool: { contract: kept } });
    for (let calls = 0; calls < 3; calls += 1) await call();
    const other = open({ tool: { contract: toolContract({ terms: {} }) } });
    await other.call();

    expect(scrape().valueOf("toolcourt_cache_hits_total", tool)).toBe(2);
    expect(scrape().valueOf("toolcourt_cache_misses_total", tool)).toBe(1);
    expect(other.scrape().types.has("toolcourt_cache_misses_total")).toBe(false);
  });

  it("reports which server's circuit is open, and when it closes", async () => {
    let answer = failing({ kind: "unreachable" });
    const { call, clock, scrape } = open({
      answer: () => answer(),
      tool: { contract: toolContract({ terms: {} }) },
    });
    for (let calls = 0; calls < 6; calls += 1) {
      const answered = call();
      await clock.advance(1);
      await answered;
    }
    const left = scrape().valueOf("toolcourt_circuit_open", { server: "weather" });
    answer = () => goodResult();
    await clock.advance(20_000);
    await call();

    expect(left).toBe(1);
    expect(scrape().valueOf("toolcourt_circuit_open", { server: "weather" })).toBe(0);
  });
});

const issues = [{ pointer: "/a", message: "Expected another." }];
const invalid = { kind: "invalid", issues } as const;

function broken(): never {
  throw new TypeError("a mistake of ours");
}
