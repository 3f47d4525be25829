import { describe, expect, it } from "vitest";
import type { QueryMove, QueryStore } from "../query-store.ts";
import { many } from "./builders.ts";
import type { TimedSuiteStore } from "./suite-store.ts";

type Open = () => Promise<TimedSuiteStore<QueryStore>>;

const forMs = 60_000;

/** Builds a move of an unknown query, with the test's differences. */
function move(differences: Partial<QueryMove> = {}): QueryMove {
  return { from: [], fromNothing: true, to: "taken", forMs, ...differences };
}

/**
 * Tests the contract of every query store. State that must outlast a test lasts a minute.
 *
 * @example
 * ```ts
 * declare function createStore(now: () => number): QueryStore;
 * describeQueryStore(async () => {
 *   const clock = createFakeClock();
 *   const store = createStore(clock.now);
 *   const pass = async (ms: number) => clock.advance(ms);
 *   return { first: store, second: store, pass, [Symbol.asyncDispose]: async () => undefined };
 * });
 * ```
 */
export function describeQueryStore(open: Open): void {
  describe("a query store", () => {
    describeMoves(open);
    describeNames(open);
    describeRush(open);
    describeTime(open);
  });
}

function describeMoves(open: Open): void {
  it("moves an unknown query once, across all processes", async () => {
    await using handles = await open();

    const moved = [
      await handles.first.move("q", move()),
      await handles.second.move("q", move()),
      await handles.first.move("q", move({ from: ["asked"] })),
    ];

    expect(moved).toEqual([true, false, false]);
  });

  it("moves a query from one of the named states, and from no other", async () => {
    await using handles = await open();
    await handles.first.move("q", move({ to: "asked" }));

    const moved = [
      await handles.second.move("q", move({ from: ["ask", "asked "] })),
      await handles.second.move("q", move({ from: ["waits", "asked"] })),
      await handles.first.move("q", move({ from: ["waits", "asked"] })),
      await handles.first.move("q", move({ from: ["taken"], to: "" })),
      await handles.second.move("q", move({ from: [""] })),
    ];

    expect(moved).toEqual([false, true, false, true, true]);
  });

  it("does not move an unknown query unless allowed", async () => {
    await using handles = await open();
    const known = move({ from: ["asked", ""], fromNothing: false });

    const before = await handles.first.move("q", known);
    await handles.first.move("q", move({ to: "asked" }));

    expect(before).toBe(false);
    expect(await handles.second.move("q", known)).toBe(true);
  });

  it("leaves the state unchanged if it does not move the query", async () => {
    await using handles = await open();
    await handles.first.move("q", move({ to: "asked" }));
    await handles.first.move("q", move({ to: "other" }));

    expect(await handles.second.move("q", move({ from: ["other"] }))).toBe(false);
    expect(await handles.second.move("q", move({ from: ["asked"] }))).toBe(true);
  });
}

function describeNames(open: Open): void {
  it("keeps queries separate, and uses their keys verbatim", async () => {
    await using handles = await open();
    const names = ["q", "Q", "q*", "q:", '["é","\u{1f600}"]', ""];

    const moved: boolean[] = [];
    for (const name of names) moved.push(await handles.first.move(name, move({ to: "x" })));

    expect(moved).toEqual(names.map(() => true));
  });
}

function describeRush(open: Open): void {
  it("lets one of many concurrent movers pass, from any state", async () => {
    await using handles = await open();
    const rush = (from: readonly string[]) =>
      Promise.all(
        many(50, "call ").map((to, index) =>
          (index % 2 === 0 ? handles.first : handles.second).move("q", move({ from, to })),
        ),
      );

    const first = await rush([]);
    await handles.first.move("q", move({ from: many(50, "call "), to: "asked" }));
    const again = await rush(["asked"]);

    expect(first.filter(Boolean)).toHaveLength(1);
    expect(again.filter(Boolean)).toHaveLength(1);
  });
}

function describeTime(open: Open): void {
  it("forgets a query after its time", async () => {
    await using handles = await open();
    await handles.first.move("q", move({ forMs: 40 }));

    await handles.pass(45);

    expect(await handles.second.move("q", move())).toBe(true);
  });

  it("restarts the time with each move, but not with a failed one", async () => {
    await using handles = await open();
    await handles.first.move("moved", move({ to: "asked", forMs: 40 }));
    await handles.first.move("moved", move({ from: ["asked"] }));
    await handles.first.move("refused", move({ forMs: 40 }));
    await handles.first.move("refused", move());

    await handles.pass(45);

    expect(await handles.second.move("moved", move())).toBe(false);
    expect(await handles.second.move("refused", move())).toBe(true);
  });
}
