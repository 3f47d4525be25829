import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import { Shedding } from "./shedding.ts";

function setUp() {
  const clock = createFakeClock();
  const memory = { use: 0.5, read: 0 };
  const turns: boolean[] = [];
  const shedding = new Shedding({
    clock,
    memoryUse: () => {
      memory.read += 1;
      return memory.use;
    },
    turned: (isShedding) => void turns.push(isShedding),
  });
  const admits = async (use: number): Promise<boolean> => {
    memory.use = use;
    await clock.advance(250);
    return shedding.admits();
  };
  return { clock, memory, shedding, turns, admits };
}

describe("Shedding", () => {
  it("refuses while memory is scarce, and ends by itself", async () => {
    const { admits, turns } = setUp();

    expect(await admits(0.84)).toBe(true);
    expect(await admits(0.85)).toBe(false);
    expect(await admits(0.75)).toBe(false);
    expect(await admits(0.74)).toBe(true);
    expect(turns).toEqual([true, false]);
  });

  it("lets one request a second pass, so that memory can be freed", async () => {
    const { clock, shedding, admits } = setUp();
    await admits(0.99);
    let passed = 0;
    for (let i = 0; i < 100; i += 1) {
      await clock.advance(100);
      if (shedding.admits()) passed += 1;
    }

    expect(passed).toBe(10);
  });

  it("reads the memory four times a second, whatever the number of requests", async () => {
    const { clock, memory, shedding } = setUp();
    for (let i = 0; i < 1_000; i += 1) {
      shedding.admits();
      await clock.advance(1);
    }

    expect(memory.read).toBeLessThanOrEqual(5);
  });
});
