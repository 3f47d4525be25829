import { describe, expect, it } from "vitest";
import { backoffMs } from "./reachability.ts";

describe("backoffMs", () => {
  it.each([
    { failures: 0, random: 0, ms: 250 },
    { failures: 3, random: 1, ms: 4_000 },
    { failures: 5_000, random: 1, ms: 30_000 },
  ])("waits $ms ms after $failures failures", ({ failures, random, ms }) => {
    expect(backoffMs(failures, random)).toBe(ms);
  });
});
