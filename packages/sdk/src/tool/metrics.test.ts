import { describe, expect, it } from "vitest";
import type { CallClosed } from "./events.ts";
import { createMetrics } from "./metrics.ts";

function closed(differences: Partial<CallClosed> = {}): CallClosed {
  return {
    kind: "call.closed",
    tool: "get-card",
    version: "1.0.0",
    outcome: "answered",
    ms: 10,
    cached: false,
    resultSummary: { size: 2, suggestedNextActions: 0, warnings: 0, confidence: 1 },
    ...differences,
  };
}

describe("createMetrics", () => {
  it("reports executions, error rate, durations and cache hit rate per tool", () => {
    const metrics = createMetrics();

    metrics.observe(closed({ ms: 10 }));
    metrics.observe(closed({ ms: 30, outcome: "failed" }));
    metrics.observe(closed({ ms: 2, cached: true }));
    metrics.observe(closed({ ms: 2, cached: true }));
    metrics.observe(closed({ tool: "other" }));

    expect(metrics.of("get-card")).toEqual({
      executions: 4,
      errorRate: 0.25,
      durations: { count: 4, sum: 44, min: 2, max: 30, mean: 11 },
      cacheHitRate: 0.5,
    });
    expect([...metrics.all().keys()]).toEqual(["get-card", "other"]);
  });

  it("counts a call once, at its end", () => {
    const metrics = createMetrics();

    metrics.observe({ kind: "call.opened", tool: "get-card", version: "1", parameterNames: [] });

    expect(metrics.of("get-card")).toEqual({
      executions: 0,
      errorRate: 0,
      durations: { count: 0, sum: 0, min: 0, max: 0, mean: 0 },
      cacheHitRate: 0,
    });
  });
});
