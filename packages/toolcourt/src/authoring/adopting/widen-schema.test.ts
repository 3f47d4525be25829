import { admissionChecks, admit } from "@toolcourt/contracts/internal/schemas/admission/admit";
import { compileWithAjv } from "@toolcourt/contracts/internal/schemas/ajv";
import { defaultLimits } from "@toolcourt/contracts/internal/schemas/limits";
import { grantPatternBudget } from "@toolcourt/contracts/internal/schemas/pattern";
import type { JsonSchema, JsonValue } from "@toolcourt/sdk";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { widenSchema } from "./widen-schema.ts";

function objections(schema: JsonSchema): readonly string[] {
  return admit(schema, { checks: admissionChecks, limits: defaultLimits }).map(
    ({ pointer }) => pointer,
  );
}

const objectOf = (properties: JsonSchema): JsonSchema => ({ type: "object", properties });

/** Definitions that each refer twice to the next. */
function doubling(levels: number): JsonSchema {
  const links = Array.from({ length: levels }, (_, i): [string, JsonSchema] => [
    `d${i}`,
    { type: "object", anyOf: [{ $ref: `#/$defs/d${i + 1}` }, { $ref: `#/$defs/d${i + 1}` }] },
  ]);
  return { ...Object.fromEntries(links), [`d${levels}`]: { type: "object" } };
}

describe("widenSchema", () => {
  it("replaces what expands too far, and keeps its type, its words and its neighbors", () => {
    const $defs = doubling(20);
    const city = { type: "string", maxLength: 5 };
    const tree = { $ref: "#/$defs/d0", description: "The tree" };
    const schema = {
      ...objectOf({ city, where: objectOf({ city, tree }), small: { $ref: "#/$defs/d18" } }),
      $defs,
    };

    expect(widenSchema(schema, objections)).toEqual({
      schema: {
        ...objectOf({
          city,
          where: objectOf({ city, tree: { type: "object", description: "The tree" } }),
          small: { $ref: "#/$defs/d18" },
        }),
        $defs,
      },
      parts: ["/properties/where/properties/tree"],
    });
  });

  it("replaces references into a part that it has replaced", () => {
    const deep = {
      type: "object",
      properties: { big: { $ref: "#/$defs/d0" }, color: { type: "string" } },
    };
    const schema = {
      ...objectOf({ a: { oneOfTwo: true, allOf: [deep] }, b: { $ref: "#/properties/a" } }),
      $defs: doubling(20),
    };
    const widened = widenSchema(schema, objections);

    expect(widened?.parts).toEqual(["/properties/a/allOf/0/properties/big"]);
    expect(objections(widened?.schema ?? {})).toEqual([]);
  });

  it.each<{ what: string; part: JsonSchema }>([
    { what: "below not", part: { not: { $ref: "#/$defs/d0" } } },
    { what: "below oneOf", part: { oneOf: [{ $ref: "#/$defs/d0" }, { type: "null" }] } },
    { what: "with a pattern below not", part: { not: { pattern: "^(?=a)b$" } } },
    { what: "with a pattern as a name", part: { patternProperties: { "(?=a)b": {} } } },
  ])("replaces the whole around a part $what", ({ part }) => {
    const city = { type: "string", maxLength: 5 };
    const schema = { ...objectOf({ city, part }), $defs: doubling(20) };

    expect(widenSchema(schema, objections)).toMatchObject({
      schema: objectOf({ city, part: {} }),
      parts: ["/properties/part"],
    });
  });

  it("keeps names, types and words if parts depend on each other", () => {
    const schema = {
      ...objectOf({ city: { type: "string", maxLength: 5 }, tree: { $ref: "#/$defs/d0" } }),
      required: ["city", "gone"],
      unevaluatedProperties: false,
      $defs: doubling(20),
    };

    expect(widenSchema(schema, objections)).toEqual({
      schema: {
        ...objectOf({ city: { type: "string" }, tree: { type: "object" } }),
        required: ["city"],
      },
      parts: [""],
    });
  });

  it("accepts any object if even the outline cannot be enforced", () => {
    const schema = { type: "object", description: "x".repeat(200_000) };

    expect(widenSchema(schema, objections)).toEqual({
      schema: { type: "object", additionalProperties: true },
      parts: [""],
    });
  });
});

const name = fc.constantFrom("a", "b", "not");
const odd = { type: "string", pattern: "^(?!b)" };

const { value, schema } = fc.letrec<{ value: JsonValue; schema: JsonSchema }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<JsonValue>("a", "b", 1, null),
    fc.array(tie("value"), { maxLength: 2 }),
    fc.dictionary(name, tie("value"), { maxKeys: 3, noNullPrototype: true }),
  ),
  schema: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<JsonSchema>({}, odd, { type: "string" }, { type: "object" }, { minimum: 1 }),
    fc.constantFrom<JsonSchema>({ $ref: "#/$defs/odd" }, { $ref: "#/properties/a" }),
    fc.record(
      {
        properties: fc.dictionary(name, tie("schema"), { maxKeys: 2, noNullPrototype: true }),
        additionalProperties: fc.oneof(fc.boolean(), tie("schema")),
        required: fc.uniqueArray(name, { maxLength: 1 }),
      },
      { requiredKeys: [] },
    ),
    fc.record({ items: tie("schema"), contains: tie("schema") }, { requiredKeys: [] }),
    fc.record({ anyOf: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }) }),
    fc.record({ oneOf: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }) }),
    fc.record({ not: tie("schema") }),
  ),
}));

/** The same schema with a pattern that the engine can match, to know what a server accepts. */
function matchable(root: JsonSchema): JsonSchema {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it was a schema before
  return JSON.parse(JSON.stringify(root).replaceAll("^(?!b)", "^[^b]")) as JsonSchema;
}

function accepts(root: JsonSchema, given: JsonValue): boolean {
  grantPatternBudget(Number.POSITIVE_INFINITY);
  return (
    compileWithAjv({ schema: root, dialect: "2020-12", limits: defaultLimits })(given) === undefined
  );
}

it("never refuses what the schema accepts", () => {
  const root = fc.dictionary(name, schema, { noNullPrototype: true }).map((properties) => ({
    ...objectOf({ ...properties, a: properties["a"] ?? odd }),
    $defs: { odd },
  }));
  fc.assert(
    fc.property(root, fc.dictionary(name, value, { noNullPrototype: true }), (given, object) => {
      fc.pre(objections(matchable(given)).length === 0 && accepts(matchable(given), object));
      const widened = widenSchema(given, objections);

      expect(objections(widened?.schema ?? { type: 1 })).toEqual([]);
      expect(accepts(widened?.schema ?? {}, object)).toBe(true);
    }),
  );
});
