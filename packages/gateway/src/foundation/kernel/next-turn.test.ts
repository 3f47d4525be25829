import { expect, it } from "vitest";
import { nextTurn } from "./next-turn.ts";

it("lets what waits have its turn", async () => {
  const done: string[] = [];
  setImmediate(() => done.push("what waited"));
  await Promise.resolve();
  const before = [...done];
  await nextTurn();

  expect([before, done]).toEqual([[], ["what waited"]]);
});
