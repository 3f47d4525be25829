import { expect, it } from "vitest";
import { shippedMeanings } from "./meanings.ts";
import { createWordKernel } from "./word-kernel.ts";

const kernel = createWordKernel(["company", "firm", "banana", "xqzt"], shippedMeanings());

it("is sure of the same stem only, and prefers the nearer word", () => {
  const [same = 0, near = 0, far = 0] = kernel("companies").nearness;

  expect(same).toBe(1);
  expect(near).toBeLessThan(1);
  expect(near).toBeGreaterThan(far);
});

it("recognizes an unknown word, and gives it the full weight of a name", () => {
  const { nearness, weight } = kernel("xqzt");

  expect(nearness[3]).toBe(1);
  expect(nearness[0]).toBeLessThan(0.001);
  expect(weight).toBe(1);
});

it("gives common words little weight", () => {
  expect(kernel("new").weight).toBeLessThan(kernel("banana").weight);
});
