import { availableParallelism } from "node:os";
import { describe, expect, it } from "vitest";
import { memoryUse, workerCount } from "./memory-use.ts";

describe("memoryUse", () => {
  it("is a part of the whole", () => {
    expect(memoryUse()).toBeGreaterThan(0);
    expect(memoryUse()).toBeLessThan(1);
  });

  it("counts against the share of one worker", () => {
    expect(memoryUse(1_000_000)).toBeGreaterThan(1);
  });
});

describe("workerCount", () => {
  it("is the configured number, or that of the processors", () => {
    expect(workerCount({ workers: 3 })).toBe(3);
    expect(workerCount({ workers: "auto" })).toBe(availableParallelism());
  });
});
