import { execFileSync } from "node:child_process";
import { execPath, versions } from "node:process";
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";
import { describe, expect, it } from "vitest";
import { createStartMemory, releaseFlags, spareFlags } from "./start-memory.ts";

describe("createStartMemory", () => {
  it("sets flags that the V8 of this Node knows", () => {
    const options = execFileSync(execPath, ["--v8-options"], { encoding: "utf8" });

    const unknown = [...spareFlags, ...releaseFlags].filter(
      (flag) => !options.includes(`--${flag.replace(/^--(?:no-)?/, "").replace(/=.*/, "")} (`),
    );

    expect(unknown).toEqual([]);
  });

  it("returns the young generation to the system", () => {
    const { release } = createStartMemory(versions.v8, setFlagsFromString);
    growYoungGeneration();
    const before = youngBytes();

    release();

    expect(youngBytes()).toBeLessThan(before / 2);
  });

  it("turns the compilers on again, and hides the collector", () => {
    const flags = new Set<string>();
    const { spare, release } = createStartMemory(versions.v8, (flag) => {
      setFlagsFromString(flag);
      flags.delete(
        flag.startsWith("--no-") ? flag.replace("no-", "") : flag.replace("--", "--no-"),
      );
      flags.add(flag);
    });

    spare();
    release();

    const left = ["--turbofan", "--maglev", "--no-expose-gc"];
    expect([...flags].filter((flag) => !flag.includes("="))).toEqual(left);
  });

  it("leaves an untried V8 alone", () => {
    const flags: string[] = [];
    const { spare, release } = createStartMemory("14.2.231.9-node.1", (flag) => flags.push(flag));

    spare();
    release();

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
