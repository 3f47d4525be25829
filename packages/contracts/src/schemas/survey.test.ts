import type { JsonSchema } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import type { Dialect } from "./dialect.ts";
import { defaultLimits } from "./limits.ts";
import { type Survey, surveyOf } from "./survey.ts";

function survey(schema: JsonSchema, dialect: Dialect = "2020-12"): Survey {
  return surveyOf(schema, dialect, defaultLimits);
}

describe("the survey of a schema", () => {
  it.each<JsonSchema>([
    { type: "object", properties: { a: { $ref: "#/$defs/a" } }, $defs: { a: {} } },
    { $id: "https://example.com/a", type: "object" },
    { type: "array", items: { enum: [1] } },
  ])("chooses Ajv for %j", (schema) => {
    expect(survey(schema)).toMatchObject({ lane: "ajv", isTame: true });
  });

  it.each<JsonSchema>([
    { unevaluatedProperties: false },
    { $dynamicAnchor: "a", items: { $dynamicRef: "#a" } },
    { properties: { a: { $anchor: "a" } } },
    { properties: { a: { $id: "a" } } },
    { items: { $ref: "#" } },
    { $id: "https://example.com/a", $ref: "a#/$defs/b", $defs: { b: {} } },
    { $ref: "#/x-shelf", "x-shelf": { type: "string" } },
    { $ref: "https://json-schema.org/draft/2020-12/schema" },
    { properties: { a: { $schema: "http://json-schema.org/draft-07/schema#" } } },
    { properties: Object.fromEntries([["__proto__", {}]]) },
  ])("chooses Hyperjump for %j", (schema) => {
    expect(survey(schema)).toMatchObject({ lane: "hyperjump", isTame: false });
  });

  it("ignores keywords that draft-07 does not have", () => {
    expect(survey({ unevaluatedProperties: false, $anchor: "a" }, "draft-07").lane).toBe("ajv");
  });

  it("keeps recursion and large expansions off the event loop", () => {
    const recursive = { $ref: "#/$defs/a", $defs: { a: { items: { $ref: "#/$defs/a" } } } };
    const wide = {
      properties: { a: { $ref: "#/$defs/a" }, b: { $ref: "#/$defs/a" } },
      $defs: {
        a: { properties: Object.fromEntries(Array.from({ length: 140 }, (_, i) => [`p${i}`, {}])) },
      },
    };

    expect(survey(recursive)).toMatchObject({ lane: "ajv", isTame: false });
    expect(survey(wide)).toMatchObject({ lane: "ajv", isTame: false });
  });

  it("knows whether the cost grows with the value", () => {
    expect(survey({ properties: { a: { enum: ["b"] } } }).costPerNode).toBeUndefined();
    expect(survey({ items: { type: "string" } }).costPerNode).toBe(2);
    expect(survey({ uniqueItems: true }).costPerNode).toBe(11);
    expect(survey({ pattern: "a" }).hasPatterns).toBe(true);
  });
});
