import { describe, expect, it } from "vitest";
import { SlotMap } from "./slot-map.ts";

describe("SlotMap", () => {
  it("lists its members in insertion order", () => {
    const slots = new SlotMap<string>();
    slots.set(2, "ada");
    slots.set(1, "grace");

    expect(slots.get(2)).toBe("ada");
    expect(slots.has(1)).toBe(true);
    expect([...slots.numbers()]).toEqual([2, 1]);
    expect([...slots.values()]).toEqual(["ada", "grace"]);
  });

  it("returns a removed member once", () => {
    const slots = new SlotMap<string>();
    slots.set(1, "ada");

    expect([slots.remove(1), slots.remove(1)]).toEqual(["ada", undefined]);
    expect(slots.get(1)).toBeUndefined();
    expect([...slots.values()]).toEqual([]);
  });

  it("tolerates removals during iteration", () => {
    const slots = new SlotMap<string>();
    for (const number of [1, 2, 3]) slots.set(number, `member ${number}`);
    const left = [...slots.numbers()].map((number) => slots.remove(number));

    expect(left).toEqual(["member 1", "member 2", "member 3"]);
  });
});
