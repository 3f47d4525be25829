import { expect, it } from "vitest";
import { isoDuration } from "./iso-duration.ts";
import { shownSettings } from "./settle.ts";

it.each([
  [30_000, "PT30S"],
  [60_000, "PT1M"],
  [90_500, "PT1M30.5S"],
  [1, "PT0.001S"],
  [3_600_000, "PT1H"],
  [90_000_000, "PT25H"],
  [0, "PT0S"],
])("writes %d ms as %s", (ms, text) => {
  expect(isoDuration(ms)).toBe(text);
});

it("shows only what is set, always in one order", () => {
  expect(shownSettings({ timeoutMs: 30_000, maxInstances: 2 })).toBe(
    '{"max_instances":2,"timeout":"PT30S"}',
  );
  expect(shownSettings({ timeoutMs: 30_000 })).toBe('{"timeout":"PT30S"}');
  expect(shownSettings({})).toBe("{}");
});
