import { expect, it } from "vitest";
import { remarks } from "../../testing/remarks.ts";
import { withParameters } from "../rule.ts";
import { metaFlowKeywords } from "./flow-keywords.ts";

it("meta/flow-keywords points at the keyword, at any depth", () => {
  const to = { type: "array", items: { "x-role": "destnation" } };

  expect(remarks(metaFlowKeywords, withParameters({ to })).map(({ pointer }) => pointer)).toEqual([
    "/input/properties/to/items/x-role",
  ]);
});

it("meta/flow-keywords tells a keyword of the other part from an unknown word", () => {
  const found = remarks(metaFlowKeywords, {
    output: { properties: { a: { "x-role": "target" }, b: { "x-sensitivity": "private" } } },
  });

  expect(found.map(({ message }) => message)).toEqual([
    "Remove `x-role`: it says nothing about results.",
    "Give `x-sensitivity` one of secret, pii.",
  ]);
});
