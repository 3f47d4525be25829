import { expect, it } from "vitest";
import { mergeFamilies } from "./merge.ts";
import type { Family } from "./metrics.ts";

function counter(value: number, labels = {}): Family {
  return { kind: "counter", name: "c_total", help: "", samples: [{ labels, value }] };
}

function gauge(name: string, value: number): Family {
  return { kind: "gauge", name, help: "", samples: [{ labels: {}, value }] };
}

function histogram(count: number, buckets: readonly number[]): Family {
  const spreads = [{ labels: {}, count, sum: count * 2, buckets }];
  return { kind: "histogram", name: "h", help: "", boundaries: [1], spreads };
}

it("adds up counters by their labels", () => {
  const merged = mergeFamilies([[counter(2)], [counter(3)], [counter(4, { tool: "a" })]]);

  expect(merged).toEqual([
    {
      ...counter(5),
      samples: [
        { labels: {}, value: 5 },
        { labels: { tool: "a" }, value: 4 },
      ],
    },
  ]);
});

it("adds up histograms, bucket by bucket", () => {
  expect(mergeFamilies([[histogram(3, [1, 2])], [histogram(4, [4, 0])]])).toEqual([
    histogram(7, [5, 2]),
  ]);
});

it.each([
  ["toolcourt_degraded", 1],
  ["toolcourt_approvals_pending", 1],
  ["toolcourt_server_connected", 0],
  ["toolcourt_tls_certificate_expires_seconds", 0],
  ["toolcourt_quarantined_results", 1],
])("shows the worst value of the gauge %s", (name, value) => {
  expect(mergeFamilies([[gauge(name, 0)], [gauge(name, 1)]])).toEqual([gauge(name, value)]);
});
