import { readScrape } from "@toolcourt/testing/scrape";
import { describe, expect, it } from "vitest";
import { createLogger } from "../logger.ts";
import { Metrics } from "./metrics.ts";
import { renderBetweenCalls, renderMetrics } from "./render.ts";

function scrape(metrics: Metrics) {
  return readScrape(renderMetrics(metrics.families()));
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
