import type { Terms } from "@toolcourt/sdk";
import { toolContract } from "@toolcourt/testing/calls";
import { expect, it } from "vitest";
import { isoDuration, settle, shownSettings } from "./settle.ts";

it.each([
  [30_000, "PT30S"],
  [60_000, "PT1M"],
  [90_500, "PT1M30.5S"],
  [1, "PT0.001S"],
  [3_600_000, "PT1H"],
  [90_000_000, "PT25H"],
  [0, "PT0S"],
])("isoDuration formats %d ms as %s", (ms, text) => {
  expect(isoDuration(ms)).toBe(text);
});

it("shownSettings shows only set fields, in a fixed order", () => {
  expect(shownSettings({ timeoutMs: 30_000, maxInstances: 2 })).toBe(
    '{"max_instances":2,"timeout":"PT30S"}',
  );
  expect(shownSettings({ timeoutMs: 30_000 })).toBe('{"timeout":"PT30S"}');
  expect(shownSettings({})).toBe("{}");
});

it.each<[Terms, number]>([
  [{ responseTime: "fast" }, 5_000],
  [{ responseTime: "medium" }, 15_000],
  [{ responseTime: "slow" }, 60_000],
  [{}, 30_000],
])(
  "T23: settle gives a tool of response time %j a default timeout of %d ms",
  (terms, timeoutMs) => {
    const contract = toolContract({ terms });

    expect(settle(undefined, undefined, contract)).toMatchObject({ timeoutMs, maxInstances: 5 });
    expect(settle({ maxInstances: 2 }, {}, contract)).toMatchObject({ timeoutMs });
  },
);

it("T23: settle prefers a configured timeout to the response time", () => {
  const contract = toolContract({ terms: { responseTime: "fast" } });

  expect(settle({ timeoutMs: 7 }, { timeoutMs: 8 }, contract).timeoutMs).toBe(7);
  expect(settle(undefined, { timeoutMs: 8 }, contract).timeoutMs).toBe(8);
});
