import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import { EraMemory } from "./connection.ts";

describe("EraMemory", () => {
  it("starts empty", () => {
    expect(new EraMemory(createFakeClock()).recall()).toBeUndefined();
  });

  it("returns the verdict until it is forgotten", () => {
    const memory = new EraMemory(createFakeClock());
    memory.remember({ kind: "legacy" });
    const recalled = memory.recall();
    memory.forget();

    expect([recalled, memory.recall()]).toEqual([{ kind: "legacy" }, undefined]);
  });

  it("expires the legacy verdict after a day, in case the server was upgraded", async () => {
    const clock = createFakeClock();
    const memory = new EraMemory(clock);
    memory.remember({ kind: "legacy" });
    await clock.advance(12 * 60 * 60 * 1000);
    memory.remember({ kind: "legacy" });
    await clock.advance(12 * 60 * 60 * 1000);

    expect(memory.recall()).toBeUndefined();
  });
});
