import { isDeepStrictEqual } from "node:util";
import type { JsonValue } from "@toolcourt/sdk";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { allDiffer, identityOf, memberOf } from "./identity.ts";

it("identityOf is shared by equal values only", () => {
  const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 2 },
      fc.constantFrom<JsonValue>("", "a", "1", "[]", 1, 2, true, null),
      fc.array(tie("value"), { maxLength: 2 }),
      fc.dictionary(fc.constantFrom("a", "b"), tie("value"), { noNullPrototype: true }),
    ),
  }));

  fc.assert(
    fc.property(value, value, (a, b) => {
      expect(identityOf(a) === identityOf(b)).toBe(isDeepStrictEqual(a, b));
    }),
  );
});

it.each([
  [[1, true, "1", "true", null, "null", [], "[]", {}, "{}"], true],
  [
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
    false,
  ],
  [[[1], [1]], false],
  [["a", "a"], false],
  [[0, -0], false],
])("allDiffer tells whether the items of %j are distinct", (items, expected) => {
  expect(allDiffer(items)).toBe(expected);
});

it("memberOf finds primitive and composite values", () => {
  const isMember = memberOf([1, "a", { x: [1] }]);

  expect([1, "a", { x: [1] }, "1", { x: [2] }, null].map(isMember)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
});
