import { describe, expect, it } from "vitest";
import { memoryUse } from "./memory-use.ts";

describe("memoryUse", () => {
  it("is a part of the whole", () => {
    expect(memoryUse()).toBeGreaterThan(0);
    expect(memoryUse()).toBeLessThan(1);
  });
});
