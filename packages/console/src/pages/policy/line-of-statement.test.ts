import { expect, it } from "vitest";
import { lineOfStatement } from "./line-of-statement.ts";

const text = `version: 1
statements:
  - id: reads
    effect: allow
  - { id: reads-more, effect: allow }
  - {effect: deny, id: "quoted"}
`;

it.each([
  ["reads", 3],
  ["reads-more", 5],
  ["quoted", 6],
  ["more", undefined],
  ["(", undefined],
  [".*", undefined],
])("finds the line of %s", (id, line) => {
  expect(lineOfStatement(text, id)).toBe(line);
});

it("finds nothing without a text", () => {
  expect(lineOfStatement(null, "reads")).toBeUndefined();
});
