import { describe, expect, it } from "vitest";
import { readScrape } from "../../testing/scrape.ts";
import { createLogger } from "../logger.ts";
import { createMetrics, type Metrics } from "./metrics.ts";
import { renderMetrics } from "./render.ts";

function scrape(metrics: Metrics) {
  return readScrape(renderMetrics(metrics.families()));
}

describe("labels", () => {
  it("cannot be broken out of by a name", () => {
    const metrics = createMetrics();
    const name = 'a"} 1\nup{job="\\';
    metrics.calls.count({ tool: { name, server: "s" }, status: "answered", ms: 1 });

    expect(scrape(metrics).valueOf("tool_usage_count", { tool: name })).toBe(1);
  });

  it("do not grow with the tools of a server that has others every day", () => {
    const metrics = createMetrics();
    for (let day = 0; day < 5_000; day += 1) {
      metrics.calls.count({
        tool: { name: `tool-${day}`, server: "s" },
        status: "answered",
        ms: 1,
      });
    }
    const { series, valueOf } = scrape(metrics);

    expect(series.filter(({ name }) => name === "tool_usage_count")).toHaveLength(2_001);
    expect(valueOf("tool_usage_count", { tool: "(other)" })).toBe(3_000);
  });
});

describe("trouble", () => {
  it("is told by the log, and when it is over", () => {
    const metrics = createMetrics();
    const { log } = createLogger(metrics.around(() => undefined));
    const part = (name: string) => scrape(metrics).valueOf("toolcourt_trouble", { part: name });
    const before = part("audit-store");
    log("audit.failed", { place: "store", because: "full" });
    log("limits.alone", { store: "Redis" });
    const during = [part("audit-store"), part("audit-copy"), part("limits")];
    log("audit.recovered", { place: "store" });

    expect([before, during, part("audit-store")]).toEqual([0, [1, 0, 1], 0]);
    expect(scrape(metrics).valueOf("toolcourt_events_total", { event: "audit.failed" })).toBe(1);
  });
});
