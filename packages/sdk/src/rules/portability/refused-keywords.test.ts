import { expect, it } from "vitest";
import { refusedKeyword } from "./refused-keywords.ts";

const refused = new Set(["not"]);

it("stops at the first occurrence in document order", () => {
  const schema = { properties: { a: { not: {} }, b: { not: {} } } };

  expect([...refusedKeyword(schema, refused)]).toEqual([
    { pointer: "/input/properties/a/not", message: "Do without `not` here." },
  ]);
});

it("finds nothing when no keyword is refused", () => {
  expect([...refusedKeyword({ type: "object", anyOf: [] }, refused)]).toEqual([]);
});
