import { expect, it } from "vitest";
import { compareItems, compareLimits, comparePolicies } from "./compare.ts";

// `npm run promises` compares a hundred thousand of each.
it("case 39: the policy and a second evaluator agree on 2,000 random requests", () => {
  const { compared, difference, answers } = comparePolicies(2_000);

  expect({ compared, difference }).toEqual({ compared: 2_000, difference: undefined });
  // Requests that all get the same answer would show nothing.
  expect(Object.keys(answers).toSorted()).toEqual([
    "allow",
    "deny",
    "failed",
    "missing",
    "nothing",
  ]);
  expect(Math.min(...Object.values(answers))).toBeGreaterThan(20);
});

it("the policy and a second evaluator agree on 2,000 requests of resources and prompts", () => {
  const { compared, difference, answers } = compareItems(2_000);

  expect({ compared, difference }).toEqual({ compared: 2_000, difference: undefined });
  expect(Object.keys(answers).toSorted()).toEqual(["allow", "deny", "failed", "nothing"]);
  expect(Math.min(...Object.values(answers))).toBeGreaterThan(20);
});

it("T23: the policy and a second evaluator agree on the limits of 2,000 requests", () => {
  const { compared, difference, answers } = compareLimits(2_000);

  expect({ compared, difference }).toEqual({ compared: 2_000, difference: undefined });
  expect(Object.keys(answers).toSorted()).toEqual(["0", "1", "2", "3", "free,"]);
});
