import { expect, it } from "vitest";
import { yieldToLoop } from "./yield-to-loop.ts";

it("yields to pending work", async () => {
  const done: string[] = [];
  setImmediate(() => done.push("what waited"));
  await Promise.resolve();
  const before = [...done];
  await yieldToLoop();

  expect([before, done]).toEqual([[], ["what waited"]]);
});
