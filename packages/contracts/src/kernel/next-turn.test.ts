import { expect, it } from "vitest";
import { nextTurn } from "./next-turn.ts";

it("yields to pending work", async () => {
  const done: string[] = [];
  setImmediate(() => done.push("what waited"));
  await Promise.resolve();
  const before = [...done];
  await nextTurn();

  expect([before, done]).toEqual([[], ["what waited"]]);
});
