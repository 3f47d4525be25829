import { describe, expect, it } from "vitest";
import type { JsonObject } from "../contract/json.ts";
import { fieldPaths } from "./field-paths.ts";
import { fieldsOf } from "./schema-fields.ts";

function many(count: number, each: (index: number) => JsonObject): JsonObject[] {
  return Array.from({ length: count }, (_, index) => each(index));
}

const hostile: readonly (readonly [string, JsonObject])[] = [
  ["200,000 alternatives", { anyOf: many(200_000, () => ({ type: "string" })) }],
  [
    "alternatives with a name each",
    { anyOf: many(5_000, (at) => ({ properties: { [`n${at}`]: {} } })) },
  ],
  [
    "100,000 members",
    {
      properties: Object.fromEntries(many(100_000, () => ({})).map((each, at) => [`m${at}`, each])),
    },
  ],
  [
    "itself in all ways",
    { $ref: "#", allOf: [{ $ref: "#" }], anyOf: [{ $ref: "#" }], items: { $ref: "#" } },
  ],
  [
    "itself under many names",
    {
      properties: Object.fromEntries(
        many(40, () => ({ $ref: "#" })).map((each, at) => [`m${at}`, each]),
      ),
    },
  ],
];

describe("the places of a schema with", () => {
  it.each(hostile)("%s are limited", (_, schema) => {
    expect(fieldPaths(fieldsOf(schema)).length).toBeLessThanOrEqual(1_000);
  });

  it.each(hostile.slice(0, 3))("%s trust none of what was not looked at", (_, schema) => {
    const { statement, isClosed } = fieldsOf({
      type: "object",
      additionalProperties: false,
      "x-origin": "first-party",
      allOf: [schema],
    });

    expect([statement.origin, isClosed]).toEqual(["third-party", false]);
  });
});
