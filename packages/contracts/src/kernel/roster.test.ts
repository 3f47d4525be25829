import { describe, expect, it } from "vitest";
import { createRoster } from "./roster.ts";

describe("a roster", () => {
  it("lists its members in insertion order", () => {
    const roster = createRoster<string>();
    roster.set(2, "ada");
    roster.set(1, "grace");

    expect(roster.get(2)).toBe("ada");
    expect(roster.has(1)).toBe(true);
    expect([...roster.numbers()]).toEqual([2, 1]);
    expect([...roster.values()]).toEqual(["ada", "grace"]);
  });

  it("returns a removed member once", () => {
    const roster = createRoster<string>();
    roster.set(1, "ada");

    expect([roster.remove(1), roster.remove(1)]).toEqual(["ada", undefined]);
    expect(roster.get(1)).toBeUndefined();
    expect([...roster.values()]).toEqual([]);
  });

  it("tolerates removals during iteration", () => {
    const roster = createRoster<string>();
    for (const number of [1, 2, 3]) roster.set(number, `member ${number}`);
    const left = [...roster.numbers()].map((number) => roster.remove(number));

    expect(left).toEqual(["member 1", "member 2", "member 3"]);
  });
});
