import { execFileSync } from "node:child_process";
import { execPath, versions } from "node:process";
import { expect, test } from "vitest";
import { restingFlags } from "./resting-flags.ts";

test("the V8 of this Node is a tested one and knows every flag", () => {
  const options = execFileSync(execPath, ["--v8-options"], { encoding: "utf8" });

  const flags = restingFlags(versions.v8);

  expect(flags).toHaveLength(3);
  expect(flags.filter((flag) => !options.includes(`--${nameOf(flag)} (`))).toEqual([]);
});

test("an untested V8 gets no flags", () => {
  expect(restingFlags("14.2.231.9-node.1")).toEqual([]);
});

function nameOf(flag: string): string {
  return flag.replace(/^--(?:no-)?/, "").replace(/=.*/, "");
}
