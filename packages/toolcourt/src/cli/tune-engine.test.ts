import { nextTick, versions } from "node:process";
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";
import { describe, expect, it } from "vitest";
import { tuneEngine } from "./tune-engine.ts";

describe("tuneEngine", () => {
  it("returns the young generation to the system", () => {
    growYoungGeneration();
    const before = youngBytes();

    tuneEngine({ v8: versions.v8, setFlag: setFlagsFromString, nextTick });

    expect(youngBytes()).toBeLessThan(before / 2);
  });

  it("collects while a tick is pending, and hides the collector again", () => {
    const steps: string[] = [];
    const setFlag = (flag: string): void => {
      setFlagsFromString(flag);
      steps.push(flag);
    };
    const nextTickNoted = (tick: () => void): void => {
      nextTick(tick);
      steps.push("tick");
    };

    tuneEngine({ v8: versions.v8, setFlag, nextTick: nextTickNoted });

    expect(steps.slice(0, 3)).toEqual(["--expose-gc", "tick", "--no-expose-gc"]);
  });

  it("lets V8 compile hot functions earlier than by default", () => {
    const flags: string[] = [];
    const setFlag = (flag: string): void => {
      setFlagsFromString(flag);
      flags.push(flag);
    };

    tuneEngine({ v8: versions.v8, setFlag, nextTick });

    expect(flags.at(-1)).toBe("--invocation-count-for-turbofan=1000");
  });

  it("leaves an untried V8 alone", () => {
    const flags: string[] = [];
    const setFlag = (flag: string): void => void flags.push(flag);

    tuneEngine({ v8: "14.2.231.9-node.1", setFlag, nextTick });

    expect(flags).toEqual([]);
  });
});

/** Objects that survive a collection make V8 enlarge the space for new ones. */
function growYoungGeneration(): void {
  const kept: object[] = [];
  for (let index = 0; index < 1_000_000; index += 1) kept.push({ index });
}

function youngBytes(): number {
  const space = getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space");
  return space?.physical_space_size ?? 0;
}
