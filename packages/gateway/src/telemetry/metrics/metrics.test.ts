import { readScrape } from "@toolcourt/testing/scrape";
import { describe, expect, it } from "vitest";
import { createLogger } from "../logger.ts";
import { Metrics } from "./metrics.ts";
import { formatFor, openFormat, renderBetweenCalls, renderMetrics } from "./render.ts";

function scrape(metrics: Metrics) {
  return readScrape(renderMetrics(metrics.families()));
}

function lines(page: string): readonly string[] {
  return page.split("\n").filter((line) => !line.startsWith("#"));
}

describe("labels", () => {
  it("escape names, so that no name can break out", () => {
    const metrics = new Metrics();
    const server = 'a"} 1\nup{job="\\';
    metrics.calls.count({ tool: { name: "get", server }, status: "answered", ms: 1 });

    expect(scrape(metrics).valueOf("toolcourt_calls_total", { server })).toBe(1);
  });

  it.each(["(unknown)", "x".repeat(201), "my number is 555", 'a"} 1\nup{job="'])(
    "never repeat a server's text: %j",
    (name) => {
      const metrics = new Metrics();
      metrics.calls.count({ tool: { name, server: "s" }, status: "answered", ms: 1 });
      metrics.calls.count({ status: "refused", ms: 1 });
      const { series } = scrape(metrics);
      const usage = series.filter((each) => each.name === "tool_usage_count");

      expect(usage.map(({ labels, value }) => [labels["tool"], value])).toEqual([
        ["(other)", 1],
        ["(unknown)", 1],
      ]);
    },
  );

  it("stay bounded when a server has other tools every day", () => {
    const metrics = new Metrics();
    for (let day = 0; day < 5_000; day += 1) {
      metrics.calls.count({
        tool: { name: `tool-${day}`, server: "s" },
        status: "answered",
        ms: 1,
      });
    }
    const [usage] = metrics.calls.families();
    const spreads = usage !== undefined && "spreads" in usage ? usage.spreads : [];

    expect(spreads).toHaveLength(2_001);
    expect(spreads.at(-1)).toMatchObject({ labels: { tool: "(other)" }, count: 3_000 });
  });
});

it("renders a long page between calls, with the same content", async () => {
  const metrics = new Metrics();
  for (let tool = 0; tool < 250; tool += 1) {
    metrics.calls.count({ tool: { name: `t${tool}`, server: "s" }, status: "answered", ms: 1 });
  }
  let calls = 0;
  setImmediate(() => (calls += 1));
  const whole = renderMetrics(metrics.families());
  const page = await renderBetweenCalls(metrics.families());

  expect(page).toBe(whole);
  expect(calls).toBe(1);
  expect(page.match(/^# TYPE tool_usage summary$/gm)).toHaveLength(1);
});

describe("OpenMetrics", () => {
  const traceId = "0af7651916cd43dd8448eb211c80319c";

  it("has the trace of the last recorded call of each bucket", () => {
    const metrics = new Metrics();
    const tool = { name: "get", server: "s" };
    metrics.calls.count({ tool, status: "answered", ms: 1 });
    metrics.calls.count({ tool, status: "answered", ms: 30, recorded: { traceId, at: 1_500 } });
    const page = renderMetrics(metrics.families(), openFormat);
    const buckets = page.split("\n").filter((line) => line.includes("_bucket{"));

    expect(buckets.filter((line) => line.includes("trace_id"))).toEqual([
      `toolcourt_call_duration_seconds_bucket{tool="get",server="s",le="0.05"} 2 # {trace_id="${traceId}"} 0.03 1.500`,
    ]);
    expect(page).toContain("# TYPE toolcourt_calls counter\ntoolcourt_calls_total{");
    expect(page.endsWith("\n# EOF\n")).toBe(true);
  });

  it("is what the plain format is, but for exemplars and headers", () => {
    const metrics = new Metrics();
    const tool = { name: "get", server: "s" };
    metrics.calls.count({ tool, status: "answered", ms: 30, recorded: { traceId, at: 1_500 } });
    const open = renderMetrics(metrics.families(), openFormat);

    expect(renderMetrics(metrics.families())).not.toContain("trace_id");
    expect(lines(open).map((line) => line.replace(/ # .*/, ""))).toEqual(
      lines(renderMetrics(metrics.families())),
    );
  });

  it.each([
    ["application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5", true],
    ["application/openmetrics-text; q=0, text/plain", false],
    ["text/plain", false],
    ["*/*", false],
    [undefined, false],
  ])("is chosen by the scraper: %s", (accept, isOpen) => {
    expect(formatFor(accept).isOpen).toBe(isOpen);
  });
});

describe("the load", () => {
  it("is read at a scrape, under the labels of the counters", () => {
    const metrics = new Metrics();
    metrics.loadFrom(() => ({
      tools: [
        { tool: "get", running: 2, waiting: 1 },
        { tool: "my number is 555", running: 1, waiting: 0 },
        { tool: 'a"} 1', running: 1, waiting: 0 },
      ],
      slotsUsed: 4,
      slotsMax: 8,
      paused: new Map([["crm", 3]]),
    }));
    const { valueOf } = scrape(metrics);

    expect(valueOf("toolcourt_calls_running", { tool: "get" })).toBe(2);
    expect(valueOf("toolcourt_calls_waiting", { tool: "get" })).toBe(1);
    expect(valueOf("toolcourt_calls_running", { tool: "(other)" })).toBe(2);
    expect([valueOf("toolcourt_slots_used"), valueOf("toolcourt_slots_max")]).toEqual([4, 8]);
    expect(valueOf("toolcourt_circuits_paused", { server: "crm" })).toBe(3);
  });
});

describe("trouble", () => {
  it("begins and ends with its log events", () => {
    const metrics = new Metrics();
    const { log } = createLogger(metrics.events.around(() => undefined));
    const part = (name: string) => scrape(metrics).valueOf("toolcourt_degraded", { part: name });
    const before = part("audit-store");
    log("audit.failed", { place: "store", because: "full" });
    log("limits.local-only", { store: "Redis" });
    const during = [part("audit-store"), part("audit-copy"), part("limits")];
    log("audit.recovered", { place: "store" });

    expect([before, during, part("audit-store")]).toEqual([0, [1, 0, 1], 0]);
    expect(scrape(metrics).valueOf("toolcourt_events_total", { event: "audit.failed" })).toBe(1);
  });

  it("with signing ends when the log is signed again", () => {
    const metrics = new Metrics();
    const { log } = createLogger(metrics.events.around(() => undefined));
    const signature = () =>
      scrape(metrics).valueOf("toolcourt_degraded", { part: "audit-signature" });
    log("audit.unsigned", { because: "the store failed." });
    const during = signature();
    log("audit.signed", {});

    expect([during, signature()]).toEqual([1, 0]);
  });
});
