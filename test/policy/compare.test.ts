import { expect, it } from "vitest";
import { compareItems, comparePolicies } from "./compare.ts";

// A hundred thousand take a minute: `npm run promises` runs them all.
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
  expect(Object.keys(answers).toSorted()).toEqual(["allow", "deny", "nothing"]);
});
