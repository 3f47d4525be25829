import { describe, expect, it } from "vitest";
import { readOptions, UsageError } from "./options.ts";

const names = { full: ["memory", "start"], short: ["memory"] };

describe("readOptions", () => {
  it("takes rows, rounds and warm calls", () => {
    const args = ["--only", "memory", "--only", "start", "--rounds", "8", "--warm", "5000"];
    const { only, plan, isShort } = readOptions(args, names);
    expect(only).toEqual(["memory", "start"]);
    expect(plan).toEqual({ rounds: 8, warmCalls: 5_000 });
    expect(isShort).toBe(false);
  });

  it("changes nothing of the plan by default", () => {
    expect(readOptions([], names)).toMatchObject({ only: [], plan: {}, isRecorded: false });
  });

  it.each([
    [["--only", "memroy"], '--only: Expected one of memory, start, got "memroy".'],
    [["--short", "--only", "start"], '--only: Expected one of memory, got "start".'],
    [["--rounds", "3"], '--rounds: Expected a whole number from 4 to 1000, got "3".'],
    [["--rounds", "many"], '--rounds: Expected a whole number from 4 to 1000, got "many".'],
    [["--warm", "1e9"], '--warm: Expected a whole number from 1000 to 1000000, got "1e9".'],
    [["--fast"], "--fast"],
    [["memory"], "memory"],
    [["--short", "--record"], "--short: Expected no --record"],
    [["--short", "--json"], "--short: Expected no --record"],
    [["--peers", "--only", "memory"], "--peers: Expected no --only"],
    [["--move-baseline", "why"], "--move-baseline: Expected --short"],
    [["--short", "--rounds", "8", "--move-baseline", "why"], "--move-baseline: Expected --short"],
    [["--short", "--move-baseline", " "], "--move-baseline: Expected a reason"],
  ])("refuses %j", (args, message) => {
    expect(() => readOptions(args, names)).toThrow(UsageError);
    expect(() => readOptions(args, names)).toThrow(message);
  });
});
