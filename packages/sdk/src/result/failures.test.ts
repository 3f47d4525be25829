import { expect, it } from "vitest";
import { failureCodes } from "./failures.ts";

it("keeps its public codes", () => {
  expect(Object.keys(failureCodes).toSorted()).toEqual([
    "cancelled",
    "context-invalid",
    "hints-invalid",
    "input-invalid",
    "not-permitted",
    "output-invalid",
    "tool-failed",
  ]);
});

it.each(Object.values(failureCodes))("states what happened and what to do %#", (failure) => {
  expect(failure.message).toMatch(/^[A-Z].*\.$/);
  expect(failure.next).toMatch(/^[A-Z].*\.$/);
});
