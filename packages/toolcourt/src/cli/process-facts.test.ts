import { execFileSync } from "node:child_process";
import { execPath, versions } from "node:process";
import { describe, expect, it, test } from "vitest";
import { exposingOptions, operatorName, restingFlags } from "./process-facts.ts";

const memoryLimit = "--heapsnapshot-near-heap-limit";
const both = ["--report-on-signal", "--report-uncaught-exception"];

describe("exposingOptions", () => {
  it.each([
    [["--inspect"], "", ["--inspect"]],
    [["--inspect-brk=0.0.0.0:9229"], "", ["--inspect-brk"]],
    [["--inspect_wait"], "", ["--inspect-wait"]],
    [["--heapsnapshot-signal", "SIGUSR2"], "", ["--heapsnapshot-signal"]],
    [[], "--max-old-space-size=90  --heapsnapshot_near_heap_limit=3", [memoryLimit]],
    [[], '"--inspect=127.0.0.1:0"', ["--inspect"]],
    [["--report-on-signal"], "--report-uncaught-exception", both],
    [["--abort-on-uncaught-exception"], "", ["--abort-on-uncaught-exception"]],
  ])("finds options in %j with NODE_OPTIONS %j", (execArguments, nodeOptions, found) => {
    expect(exposingOptions(execArguments, nodeOptions)).toEqual(found);
  });

  it.each([
    [["--enable-source-maps", "--conditions=@toolcourt/source"], undefined],
    [["--report-on-fatalerror"], "--report-exclude-env"],
    [["--inspect-port=9230"], "--disable-sigusr1"],
    [[], ""],
  ])("finds none in %j with NODE_OPTIONS %j", (execArguments, nodeOptions) => {
    expect(exposingOptions(execArguments, nodeOptions)).toEqual([]);
  });
});

function nobody(): never {
  throw new Error("ENOENT");
}

it("returns the name of the local user", () => {
  expect(operatorName(() => ({ username: "grace" }), 1_000)).toBe("operator:grace");
});

it("falls back to the uid if the user has no name, as in a container", () => {
  expect(operatorName(nobody, 54_321)).toBe("operator:uid 54321");
  expect(operatorName(nobody, undefined)).toBe("operator:uid unknown");
});

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
