import { expect, it } from "vitest";
import { percentDecoded } from "./percent-decoded.ts";

it.each([
  ["a%20b", "a b"],
  ["100%", "100%"],
  ["a%zz", "a%zz"],
  ["%C3%BC", "ü"],
])("reads %s as %s", (part, meant) => {
  expect(percentDecoded(part)).toBe(meant);
});
