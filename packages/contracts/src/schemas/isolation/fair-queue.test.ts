import { expect, it } from "vitest";
import { createFairQueue } from "./fair-queue.ts";

it("createFairQueue alternates between keys and keeps the order within one", () => {
  const queue = createFairQueue<string>();
  for (const entry of ["a1", "a2", "a3", "b1", "c1", "b2"]) queue.add(entry.slice(0, 1), entry);
  const taken = Array.from({ length: 7 }, () => queue.take());

  expect(taken).toEqual(["a1", "b1", "c1", "a2", "b2", "a3", undefined]);
});
