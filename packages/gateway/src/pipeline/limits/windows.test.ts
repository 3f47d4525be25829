import { expect, it } from "vitest";
import type { Window } from "./rate.ts";
import { Windows } from "./windows.ts";

it("drops expired windows, and the oldest beyond the maximum", () => {
  const windows = new Windows<Window>(10);
  windows.set("lasting", { left: 1, endsAt: 1_000 }, 0);
  for (let i = 0; i < 100; i += 1) windows.set(`short ${i}`, { left: 1, endsAt: 5 }, 0);
  const oldest = windows.get("lasting", 0);
  for (let i = 0; i < 100; i += 1) windows.set(`later ${i}`, { left: 1, endsAt: 1_000 }, 10);

  const kept = Array.from({ length: 100 }, (_, i) => windows.get(`later ${i}`, 10));

  expect(oldest).toBeUndefined();
  expect(kept.filter((window) => window !== undefined).length).toBeLessThanOrEqual(20);
  expect(kept.at(-1)).toBeDefined();
});

it("ignores an expired window", () => {
  const windows = new Windows<Window>(10);
  windows.set("k", { left: 1, endsAt: 5 }, 0);

  expect(windows.get("k", 4)).toBeDefined();
  expect(windows.get("k", 5)).toBeUndefined();
});
