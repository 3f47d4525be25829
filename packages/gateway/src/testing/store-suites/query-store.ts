import { describe, expect, it } from "vitest";
import type { QueryStore } from "../../stores/query-store.ts";
import { many } from "./builders.ts";
import type { Doors } from "./doors.ts";

export interface QueryDoors extends Doors<QueryStore> {
  /** Lets this much time go by for the store. */
  readonly pass: (ms: number) => Promise<void>;
}

type Open = () => Promise<QueryDoors>;

const forMs = 60_000;

/** What every store of queries promises. What must not be forgotten during a test lasts a minute. */
export function describeQueryStore(open: Open): void {
  describe("a query store", () => {
    describeMoves(open);
    describeNames(open);
    describeRush(open);
    describeTime(open);
  });
}

function describeMoves(open: Open): void {
  it("moves a query that nobody has heard of, once for all processes together", async () => {
    await using doors = await open();

    const moved = [
      await doors.first.move("q", { from: [], to: "taken", forMs }),
      await doors.second.move("q", { from: [], to: "taken", forMs }),
      await doors.first.move("q", { from: ["asked"], to: "taken", forMs }),
    ];

    expect(moved).toEqual([true, false, false]);
  });

  it("moves a query on from one of the states that were named, and from no other", async () => {
    await using doors = await open();
    await doors.first.move("q", { from: [], to: "asked", forMs });

    const moved = [
      await doors.second.move("q", { from: ["ask", "asked "], to: "taken", forMs }),
      await doors.second.move("q", { from: ["waits", "asked"], to: "taken", forMs }),
      await doors.first.move("q", { from: ["waits", "asked"], to: "taken", forMs }),
      await doors.first.move("q", { from: ["taken"], to: "", forMs }),
      await doors.second.move("q", { from: [""], to: "taken", forMs }),
    ];

    expect(moved).toEqual([false, true, false, true, true]);
  });

  it("leaves a query as it was where it does not move it", async () => {
    await using doors = await open();
    await doors.first.move("q", { from: [], to: "asked", forMs });
    await doors.first.move("q", { from: [], to: "other", forMs });

    expect(await doors.second.move("q", { from: ["other"], to: "taken", forMs })).toBe(false);
    expect(await doors.second.move("q", { from: ["asked"], to: "taken", forMs })).toBe(true);
  });
}

function describeNames(open: Open): void {
  it("keeps queries apart, and takes their names as they are", async () => {
    await using doors = await open();
    const names = ["q", "Q", "q*", "q:", '["é","\u{1f600}"]', ""];

    const moved: boolean[] = [];
    for (const name of names)
      moved.push(await doors.first.move(name, { from: [], to: "x", forMs }));

    expect(moved).toEqual(names.map(() => true));
  });
}

function describeRush(open: Open): void {
  it("lets one of many pass who come at once, from whichever state", async () => {
    await using doors = await open();
    const rush = (from: readonly string[]) =>
      Promise.all(
        many(50, "call ").map((to, index) =>
          (index % 2 === 0 ? doors.first : doors.second).move("q", { from, to, forMs }),
        ),
      );

    const first = await rush([]);
    await doors.first.move("q", { from: many(50, "call "), to: "asked", forMs });
    const again = await rush(["asked"]);

    expect(first.filter(Boolean)).toHaveLength(1);
    expect(again.filter(Boolean)).toHaveLength(1);
  });
}

function describeTime(open: Open): void {
  it("forgets a query after its time", async () => {
    await using doors = await open();
    await doors.first.move("q", { from: [], to: "taken", forMs: 40 });

    await doors.pass(45);

    expect(await doors.second.move("q", { from: [], to: "taken", forMs })).toBe(true);
  });

  it("counts the time anew with each move, and not where it does not move", async () => {
    await using doors = await open();
    await doors.first.move("moved", { from: [], to: "asked", forMs: 40 });
    await doors.first.move("moved", { from: ["asked"], to: "taken", forMs });
    await doors.first.move("refused", { from: [], to: "taken", forMs: 40 });
    await doors.first.move("refused", { from: [], to: "taken", forMs });

    await doors.pass(45);

    expect(await doors.second.move("moved", { from: [], to: "taken", forMs })).toBe(false);
    expect(await doors.second.move("refused", { from: [], to: "taken", forMs })).toBe(true);
  });
}
