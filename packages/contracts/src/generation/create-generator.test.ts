import { isJsonObject, type JsonSchema, type JsonValue } from "@toolcourt/sdk";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemClock } from "../kernel/clock.ts";
import type { Purpose } from "../schemas/checker.ts";
import { createSchemaEngine, type SchemaEngine } from "../schemas/engine.ts";
import { type BreachResult, createGenerator, type ValueGenerator } from "./create-generator.ts";

let engine: SchemaEngine;

// Loading the compilers in the worker is slow, so it happens before the tests.
beforeAll(async () => {
  engine = createSchemaEngine({ clock: systemClock });
  await engine.compile({ properties: { a: { $ref: "#" } } }, "output");
});
afterAll(() => engine[Symbol.asyncDispose]());

interface Wish {
  readonly seed?: number;
  readonly purpose?: Purpose;
}

async function generatorOf(schema: JsonSchema, wish: Wish = {}): Promise<ValueGenerator> {
  const { seed = 7, purpose = "output" } = wish;
  const generation = await createGenerator(schema, { engine, seed, purpose });
  if (generation.kind === "refused") throw new Error(JSON.stringify(generation.refusals));
  return generation.generator;
}

async function valid(
  schema: JsonSchema,
  count = 30,
  wish: Wish = {},
): Promise<readonly JsonValue[]> {
  return Array.fromAsync((await generatorOf(schema, wish)).valid(count));
}

async function broken(
  schema: JsonSchema,
  purpose: Purpose = "output",
): Promise<Record<string, JsonValue>> {
  const results: BreachResult[] = await Array.fromAsync(
    (await generatorOf(schema, { purpose })).invalid(),
  );
  // A keyword counts as broken if at least one way broke it.
  const unbrokenFirst = results.toSorted((a, b) => b.kind.length - a.kind.length);
  return Object.fromEntries(
    unbrokenFirst.map((each) => [
      `${each.schemaPointer}/${each.keyword}`,
      each.kind === "broken" ? each.value : "unbroken",
    ]),
  );
}

const person: JsonSchema = {
  type: "object",
  properties: {
    name: { type: "string", minLength: 2, maxLength: 5 },
    age: { type: "integer", minimum: 18, maximum: 99 },
    role: { enum: ["admin", "guest", null] },
    tags: { type: "array", items: { type: "string" }, uniqueItems: true, maxItems: 3 },
  },
  required: ["name"],
  additionalProperties: false,
};

describe("valid values", () => {
  it("start with the smallest", async () => {
    expect((await valid(person, 1))[0]).toEqual({ name: "aa" });
  });

  it("are the same for the same seed and differ for another", async () => {
    const [first, again, other] = await Promise.all([
      valid(person, 20, { seed: 1 }),
      valid(person, 20, { seed: 1 }),
      valid(person, 20, { seed: 2 }),
    ]);

    expect(again).toEqual(first);
    expect(other).not.toEqual(first);
  });

  it("cover every enum value, every bound, and members present and absent", async () => {
    const people = (await valid(person, 60)).filter(isJsonObject);
    const valuesOf = (name: string): ReadonlySet<JsonValue | undefined> =>
      new Set(people.map((each) => each[name]));

    expect([...valuesOf("role")]).toEqual(
      expect.arrayContaining(["admin", "guest", null, undefined]),
    );
    expect([...valuesOf("age")]).toEqual(expect.arrayContaining([18, 19, 98, 99, undefined]));
    expect([...valuesOf("name")].map((name) => typeof name === "string" && name.length)).toEqual(
      expect.arrayContaining([2, 5]),
    );
  });

  it("cover every branch", async () => {
    const values = await valid({
      oneOf: [{ type: "string" }, { type: "boolean" }, { type: "null" }],
    });

    expect(new Set(values.map((value) => typeof value))).toEqual(
      new Set(["string", "boolean", "object"]),
    );
  });

  it("end when exhausted", async () => {
    expect(await valid({ type: "boolean" }, 100)).toHaveLength(2);
  });

  it("contain no undeclared input member", async () => {
    const values = await valid({ type: "object", properties: { a: { type: "null" } } }, 50, {
      purpose: "input",
    });

    expect(values).toEqual([{}, { a: null }]);
  });

  it("are empty for an unsatisfiable schema", async () => {
    expect(await valid({ type: "string", minLength: 3, maxLength: 2 })).toEqual([]);
  });

  it("are not generated for a schema the engine refuses", async () => {
    const generation = await createGenerator(
      { $ref: "https://example.com/a.json" },
      { engine, seed: 1 },
    );

    expect(generation.kind).toBe("refused");
  });

  it.each<[string, JsonSchema]>([
    [
      "recursion",
      {
        properties: { next: { $ref: "#" }, all: { type: "array", items: { $ref: "#" } } },
        required: ["all"],
      },
    ],
    [
      "recursion with an end",
      {
        $defs: {
          tree: {
            anyOf: [
              {
                type: "object",
                properties: { left: { $ref: "#/$defs/tree" } },
                required: ["left"],
              },
              { type: "null" },
            ],
          },
        },
        $ref: "#/$defs/tree",
      },
    ],
    ["allOf", { allOf: [{ type: "integer", minimum: 3 }, { maximum: 9 }, { multipleOf: 4 }] }],
    ["a decimal step", { type: "number", minimum: 0.25, multipleOf: 0.1 }],
    ["open bounds", { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 1e-9 }],
    [
      "if and then",
      {
        type: "object",
        properties: { kind: { enum: ["a", "b"] } },
        required: ["kind"],
        if: { properties: { kind: { const: "a" } } },
        // oxlint-disable-next-line unicorn/no-thenable -- the keyword is called that
        then: { required: ["x"] },
        else: { required: ["y"] },
      },
    ],
    ["not", { type: "string", not: { enum: ["a", "aa"] } }],
    [
      "not required",
      { type: "object", properties: { a: true, b: true }, not: { required: ["a", "b"] } },
    ],
    ["oneOf of overlapping branches", { oneOf: [{ type: "integer" }, { minimum: 5 }] }],
    [
      "dependentRequired",
      {
        type: "object",
        properties: { a: { type: "null" }, b: { type: "null" } },
        dependentRequired: { a: ["b"] },
        minProperties: 1,
      },
    ],
    [
      "dependentSchemas",
      {
        type: "object",
        properties: { a: { type: "null" } },
        required: ["a"],
        dependentSchemas: { a: { required: ["c"] } },
      },
    ],
    [
      "propertyNames",
      { type: "object", propertyNames: { pattern: "^x-[a-z]{3}$" }, minProperties: 2 },
    ],
    [
      "patternProperties",
      {
        type: "object",
        patternProperties: { "^n\\d+$": { type: "number" } },
        additionalProperties: false,
        minProperties: 3,
      },
    ],
    [
      "unevaluatedProperties",
      {
        type: "object",
        allOf: [{ properties: { a: { type: "null" } } }],
        unevaluatedProperties: false,
        required: ["a"],
      },
    ],
    [
      "contains",
      { type: "array", items: { type: "integer" }, contains: { minimum: 10 }, minContains: 2 },
    ],
    [
      "uniqueItems of few values",
      { type: "array", items: { enum: [1, 2, 3] }, uniqueItems: true, minItems: 3 },
    ],
    [
      "prefixItems",
      {
        type: "array",
        prefixItems: [{ type: "string" }, { type: "number" }],
        items: false,
        minItems: 2,
      },
    ],
    [
      "items of draft-07",
      {
        $schema: "http://json-schema.org/draft-07/schema#",
        type: "array",
        items: [{ type: "string" }],
        additionalItems: { type: "null" },
        minItems: 3,
      },
    ],
    [
      "dependencies of draft-07",
      {
        $schema: "http://json-schema.org/draft-07/schema#",
        type: "object",
        required: ["a"],
        dependencies: { a: ["b"], b: { required: ["c"] } },
      },
    ],
    [
      "a pattern and a length",
      { type: "string", pattern: "^[A-Z]{2}\\d+$", minLength: 9, maxLength: 9 },
    ],
    ["two patterns", { type: "string", allOf: [{ pattern: "^a" }, { pattern: "z$" }] }],
    [
      "a name that is dangerous",
      { type: "object", properties: { toString: { type: "null" } }, required: ["toString"] },
    ],
  ])("fit %s", async (_, schema) => {
    const { accepts, valid: make } = await generatorOf(schema);
    const values = await Array.fromAsync(make(10));

    expect(values.length).toBeGreaterThan(0);
    expect(await Promise.all(values.map(accepts))).not.toContain(false);
  });

  it.each([
    "date",
    "date-time",
    "email",
    "uri",
    "uuid",
    "ipv4",
    "ipv6",
    "hostname",
    "json-pointer",
    "regex",
  ])(
    "look like a %s if the schema says so, although the engine does not check formats",
    async (format) => {
      const [value] = await valid({ type: "string", format });

      expect(value).not.toBe("a");
    },
  );
});

describe("invalid values", () => {
  it("violate one keyword each and satisfy the rest", async () => {
    expect(await broken(person)).toMatchObject({
      "/type": "a",
      "/required": {},
      "/additionalProperties": { name: "aa", unknown_argument: "a" },
      "/properties/name/type": { name: 0 },
      "/properties/name/minLength": { name: "a" },
      "/properties/name/maxLength": { name: "aaaaaa" },
      "/properties/age/minimum": { name: "aa", age: 17 },
      "/properties/age/maximum": { name: "aa", age: 100 },
      "/properties/role/enum": { name: "aa", role: "a" },
      "/properties/tags/uniqueItems": { name: "aa", tags: ["a", "a"] },
    });
  });

  it("leave out one required member at a time", async () => {
    const generator = await generatorOf({
      type: "object",
      properties: { a: { type: "null" }, b: { type: "null" } },
      required: ["a", "b"],
    });
    const results = await Array.fromAsync(generator.invalid());

    expect(
      results
        .filter((each) => each.keyword === "required")
        .map((each) => each.kind === "broken" && each.value),
    ).toEqual([{ b: null }, { a: null }]);
  });

  it("include an undeclared input argument", async () => {
    expect(await broken({ type: "object", properties: {} }, "input")).toMatchObject({
      "/additionalProperties": { unknown_argument: "a" },
    });
  });

  it.each<[string, JsonSchema, string]>([
    ["const", { const: 5 }, "/const"],
    ["exclusiveMinimum", { type: "number", exclusiveMinimum: 5 }, "/exclusiveMinimum"],
    ["exclusiveMaximum", { type: "number", exclusiveMaximum: 5 }, "/exclusiveMaximum"],
    ["multipleOf", { type: "number", multipleOf: 0.5 }, "/multipleOf"],
    ["pattern", { type: "string", pattern: "^\\d{3}$" }, "/pattern"],
    ["minItems", { type: "array", minItems: 2 }, "/minItems"],
    ["maxItems", { type: "array", maxItems: 2 }, "/maxItems"],
    ["minProperties", { type: "object", minProperties: 2 }, "/minProperties"],
    ["maxProperties", { type: "object", maxProperties: 2 }, "/maxProperties"],
    ["propertyNames", { type: "object", propertyNames: { maxLength: 3 } }, "/propertyNames"],
    [
      "dependentRequired",
      { type: "object", dependentRequired: { a: ["b"] } },
      "/dependentRequired",
    ],
    ["contains", { type: "array", contains: { type: "string" } }, "/contains"],
    ["anyOf", { anyOf: [{ type: "string" }, { type: "number" }] }, "/anyOf"],
    [
      "anyOf with a reference",
      {
        anyOf: [{ $ref: "#/$defs/a" }, { type: "null" }],
        $defs: { a: { type: "string", enum: ["x"] } },
      },
      "/anyOf",
    ],
    ["oneOf", { oneOf: [{ type: "string" }, { type: "number" }] }, "/oneOf"],
    ["oneOf of which all fit", { oneOf: [true, { type: "number" }] }, "/oneOf"],
    ["not", { type: "object", not: { required: ["a"] } }, "/not"],
    // oxlint-disable-next-line unicorn/no-thenable -- the keyword is called that
    ["then", { if: { type: "string" }, then: { minLength: 3 } }, "/then"],
    ["items that are refused", { type: "array", prefixItems: [true], items: false }, "/items"],
  ])("violate %s", async (_, schema, name) => {
    const { accepts } = await generatorOf(schema);
    const results = await broken(schema);

    expect(results[name]).not.toBe("unbroken");
    expect(await accepts(results[name] ?? null)).toBe(false);
  });

  it("match no alternative of an exclusive oneOf, and two of an overlapping one", async () => {
    const generator = await generatorOf({
      oneOf: [
        { type: "integer", multipleOf: 2 },
        { type: "integer", multipleOf: 3 },
      ],
    });
    const results = await Array.fromAsync(generator.invalid());
    const values = results
      .filter(({ keyword }) => keyword === "oneOf")
      .map((each) => each.kind === "broken" && each.value);

    expect(values).toHaveLength(2);
    expect(Number(values[1]) % 6).toBe(0);
  });

  it("report where in the value the keyword is violated", async () => {
    const generator = await generatorOf({
      type: "object",
      properties: {
        list: {
          type: "array",
          items: { type: "object", properties: { "a/b": { type: "string" } } },
        },
      },
    });
    const results = await Array.fromAsync(generator.invalid());

    expect(results.at(-1)).toMatchObject({
      keyword: "type",
      pointer: "/list/0/a~1b",
      schemaPointer: "/properties/list/items/properties/a~1b",
    });
  });

  it("report a keyword that cannot be violated", async () => {
    expect(await broken({ anyOf: [{ type: "string" }, {}] })).toEqual({
      "/anyOf/0/type": "unbroken",
    });
  });
});
