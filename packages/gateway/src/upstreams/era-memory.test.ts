import { describe, expect, it } from "vitest";
import { createFakeClock } from "../testing/fake-clock.ts";
import { createEraMemory } from "./era-memory.ts";

describe("an era memory", () => {
  it("knows nothing at first", () => {
    expect(createEraMemory(createFakeClock()).recall()).toBeUndefined();
  });

  it("gives back the verdict until it is told to forget it", () => {
    const memory = createEraMemory(createFakeClock());
    memory.remember({ kind: "legacy" });
    const recalled = memory.recall();
    memory.forget();

    expect([recalled, memory.recall()]).toEqual([{ kind: "legacy" }, undefined]);
  });

  it("asks again after a day whether a legacy server has learned something", async () => {
    const clock = createFakeClock();
    const memory = createEraMemory(clock);
    memory.remember({ kind: "legacy" });
    await clock.advance(12 * 60 * 60 * 1000);
    memory.remember({ kind: "legacy" });
    await clock.advance(12 * 60 * 60 * 1000);

    expect(memory.recall()).toBeUndefined();
  });
});
