import { isJsonObject, type JsonObject, type JsonSchema, type JsonValue } from "@toolcourt/sdk";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemClock } from "../kernel/clock.ts";
import type { Purpose } from "../schemas/checker.ts";
import { createSchemaEngine, type SchemaEngine } from "../schemas/engine.ts";
import { compareSchemas, type SchemaComparison } from "./compare-schemas.ts";

let engine: SchemaEngine;

// The worker loads the compilers slowly, so it starts before the tests.
beforeAll(async () => {
  engine = createSchemaEngine({ clock: systemClock });
  await engine.compile({ properties: { a: { $ref: "#" } } }, "output");
});
afterAll(() => engine[Symbol.asyncDispose]());

function compare(
  before: JsonSchema,
  after: JsonSchema,
  purpose: Purpose = "input",
): Promise<SchemaComparison> {
  return compareSchemas(before, after, { engine, seed: 3, purpose });
}

function object(properties: JsonObject, more: JsonObject = {}): JsonSchema {
  return { type: "object", properties, ...more };
}

/** Compares two schemas of one member. */
function member(before: JsonValue, after: JsonValue): Promise<SchemaComparison> {
  return compare(object({ a: before }), object({ a: after }));
}

function witnesses(comparison: SchemaComparison): readonly (JsonValue | undefined)[] {
  if (comparison.kind !== "changed") return [];
  return comparison.changes.map((change) =>
    change.kind === "breaking" ? change.witness : undefined,
  );
}

async function isValid(schema: JsonSchema, value: JsonValue, purpose: Purpose): Promise<boolean> {
  const compilation = await engine.compile(schema, purpose);
  return compilation.kind === "compiled" && (await compilation.validate(value)).kind === "valid";
}

function counting(minimum: number): JsonSchema {
  return {
    type: "object",
    properties: { a: { type: "array", items: { $ref: "#/$defs/count" } } },
    $defs: { count: { type: "integer", minimum } },
  };
}

describe("a breaking input change", () => {
  it.each<[string, JsonValue, JsonValue, JsonValue]>([
    ["another type", { type: "string" }, { type: "integer" }, { a: "a" }],
    ["fewer types", { type: ["string", "null"] }, { type: "string" }, { a: null }],
    ["whole numbers only", { type: "number" }, { type: "integer" }, { a: 0.1 }],
    ["a value taken off a list", { enum: ["x", "y"] }, { enum: ["x"] }, { a: "y" }],
    [
      "a higher minimum",
      { type: "integer", minimum: 1 },
      { type: "integer", minimum: 3 },
      { a: 2 },
    ],
    ["a lower maximum", { type: "integer", maximum: 9 }, { type: "integer", maximum: 5 }, { a: 6 }],
    [
      "a bound that no longer counts",
      { type: "integer", minimum: 1 },
      { type: "integer", exclusiveMinimum: 1 },
      { a: 1 },
    ],
    ["a step", { type: "integer" }, { type: "integer", multipleOf: 5 }, { a: 1 }],
    [
      "a shorter text",
      { type: "string", maxLength: 9 },
      { type: "string", maxLength: 3 },
      { a: "aaaa" },
    ],
    ["a longer text", { type: "string" }, { type: "string", minLength: 1 }, { a: "" }],
    ["a pattern", { type: "string" }, { type: "string", pattern: "^x" }, { a: "" }],
    [
      "items of another type",
      { type: "array", items: { type: "string" } },
      { type: "array", items: { type: "number" } },
      { a: ["a"] },
    ],
    ["fewer items", { type: "array" }, { type: "array", maxItems: 0 }, { a: ["a"] }],
    [
      "an alternative taken away",
      { anyOf: [{ type: "string" }, { type: "null" }] },
      { anyOf: [{ type: "string" }] },
      { a: null },
    ],
    [
      "an alternative narrowed",
      { anyOf: [{ type: "string" }, { type: "integer" }] },
      { anyOf: [{ type: "string" }, { type: "integer", minimum: 3 }] },
      { a: 2 },
    ],
    [
      "a nested member that is required",
      object({ b: { type: "null" } }),
      object({ b: { type: "null" } }, { required: ["b"] }),
      { a: {} },
    ],
    [
      "a definition by `not`",
      { type: "string" },
      { type: "string", not: { const: "z" } },
      { a: "z" },
    ],
  ])("is %s", async (_, ...[before, after, witness]) => {
    const comparison = await member(before, after);

    expect(witnesses(comparison)).toContainEqual(witness);
  });

  it("is a new required member", async () => {
    const comparison = await compare(
      object({}),
      object({ a: { type: "null" } }, { required: ["a"] }),
    );

    expect(comparison).toEqual({
      kind: "changed",
      changes: [{ kind: "breaking", keyword: "required", pointer: "", witness: {} }],
    });
  });

  it("is a removed member, since inputs are closed", async () => {
    const comparison = await compare(object({ a: { type: "boolean" } }), object({}));

    expect(witnesses(comparison)).toEqual([{ a: true }]);
  });

  it("is found behind a reference and located at the definition", async () => {
    expect(await compare(counting(0), counting(1))).toEqual({
      kind: "changed",
      changes: [
        { kind: "breaking", keyword: "minimum", pointer: "/$defs/count", witness: { a: [0] } },
      ],
    });
  });

  it("is reported once per keyword", async () => {
    const comparison = await compare(
      object({ a: { type: "string" }, b: { type: "integer" } }),
      object({ a: { type: "string", minLength: 2 }, b: { type: "integer", maximum: 5 } }),
    );

    expect(witnesses(comparison)).toEqual([{ a: "a" }, { b: 6 }]);
  });
});

describe("a compatible input change", () => {
  it.each<[string, JsonValue, JsonValue]>([
    ["one more type", { type: "string" }, { type: ["string", "null"] }],
    ["all numbers", { type: "integer" }, { type: "number" }],
    ["one more value on the list", { enum: ["x"] }, { enum: ["x", "y"] }],
    ["a list in the place of a constant", { const: "x" }, { type: "string", enum: ["x", "y"] }],
    ["a lower minimum", { type: "integer", minimum: 3 }, { type: "integer", minimum: 1 }],
    ["no maximum", { type: "integer", maximum: 3 }, { type: "integer" }],
    ["a coarser step", { type: "integer", multipleOf: 6 }, { type: "integer", multipleOf: 3 }],
    ["longer texts", { type: "string", maxLength: 3 }, { type: "string", maxLength: 4 }],
    ["no pattern", { type: "string", pattern: "^x" }, { type: "string" }],
    [
      "one more alternative",
      { anyOf: [{ type: "string" }] },
      { anyOf: [{ type: "string" }, { type: "null" }] },
    ],
    [
      "alternatives in the place of one",
      { type: "string" },
      { oneOf: [{ type: "string" }, { type: "null" }] },
    ],
    [
      "a kind among alternatives",
      { oneOf: [object({ k: { const: 1 } }, { required: ["k"] })] },
      {
        oneOf: [
          object({ k: { const: 1 } }, { required: ["k"] }),
          object({ k: { const: 2 } }, { required: ["k"] }),
        ],
      },
    ],
    [
      "items of more types",
      { type: "array", items: { type: "integer" } },
      { type: "array", items: { type: "number" } },
    ],
    ["a bound that the values keep", { enum: [1, 2] }, { enum: [1, 2, 3], maximum: 3 }],
    ["anything", { type: "string" }, {}],
  ])("is %s", async (_, before, after) => {
    expect(await member(before, after)).toEqual({ kind: "compatible" });
  });

  it("is a new optional member", async () => {
    const comparison = await compare(object({}), object({ a: { type: "string" } }));

    expect(comparison).toEqual({ kind: "compatible" });
  });

  it("is a new required member with a default", async () => {
    const after = object({ a: { type: "integer", default: 5 } }, { required: ["a"] });

    expect(await compare(object({}), after)).toEqual({ kind: "compatible" });
  });
});

describe("an equivalent input", () => {
  it.each<[string, JsonSchema, JsonSchema]>([
    [
      "has other words for people",
      object({ a: { type: "string", description: "x" } }),
      object({ a: { type: "string", title: "y" } }),
    ],
    [
      "lists things in another order",
      object({ a: { enum: [1, 2] }, b: {} }, { required: ["a", "b"] }),
      object({ b: {}, a: { enum: [2, 1] } }, { required: ["b", "a"] }),
    ],
    [
      "puts a definition on the shelf",
      object({ a: { type: "string" } }),
      object({ a: { $ref: "#/$defs/a" } }, { $defs: { a: { type: "string" } } }),
    ],
    [
      "says that it is closed",
      object({ a: true }),
      object({ a: true }, { additionalProperties: false }),
    ],
    [
      "is recursive",
      { properties: { a: { $ref: "#" } }, title: "x" },
      { properties: { a: { $ref: "#" } } },
    ],
  ])("%s", async (_, before, after) => {
    expect(await compare(before, after)).toEqual({ kind: "same" });
  });
});

describe("an output change", () => {
  it("breaks its readers if a new value is possible", async () => {
    const comparison = await compare(
      object({ a: { enum: ["x"] } }, { required: ["a"] }),
      object({ a: { enum: ["x", "y"] } }),
      "output",
    );

    expect(witnesses(comparison)).toEqual([{ a: "y" }, {}]);
  });

  it.each<[string, JsonObject]>([
    ["open", {}],
    ["closed", { additionalProperties: false }],
  ])("may add members, even if the output is %s", async (_, closed) => {
    const before = object(
      { a: { type: "integer" }, list: { type: "array", items: object({}, closed) } },
      closed,
    );
    const after = object(
      { a: { type: "integer" }, b: {}, list: { type: "array", items: object({ c: {} }, closed) } },
      closed,
    );

    expect((await compare(before, after, "output")).kind).toMatch(/^(compatible|same)$/);
  });

  it("breaks its readers if a member changes its type, even if closed", async () => {
    const closed = { additionalProperties: false };
    const comparison = await compare(
      object({ a: { type: "integer" } }, closed),
      object({ a: { type: "string" } }, closed),
      "output",
    );

    expect(witnesses(comparison)).toEqual([{ a: "a" }]);
  });

  it("is compatible if it narrows the values", async () => {
    const comparison = await compare(
      object({ a: { type: "integer" } }),
      object({ a: { type: "integer", minimum: 0 } }, { required: ["a"] }),
      "output",
    );

    expect(comparison).toEqual({ kind: "compatible" });
  });
});

it("reports a change as unproven if there is neither a witness nor a proof", async () => {
  const comparison = await member(
    { type: "string", pattern: "^(ab)*$" },
    { type: "string", pattern: "^(ab)*(ab)?$" },
  );

  expect(comparison).toMatchObject({
    kind: "changed",
    changes: [{ kind: "unproven", keyword: "pattern" }],
  });
});

it("does not treat an alternative as closed because another one is", async () => {
  const before = {
    type: "object",
    anyOf: [{ properties: { a: { type: "string" } } }, { properties: { b: { type: "string" } } }],
  };
  const after = { ...before, anyOf: [before.anyOf[0], { properties: { b: { type: "integer" } } }] };
  const comparison = await compare(before, isJsonObject(after) ? after : {});

  expect(comparison.kind).toBe("changed");
});

it.each<[string, JsonSchema, JsonSchema]>([
  [
    "names that a pattern describes",
    { type: "object", patternProperties: { "^v": {} }, additionalProperties: false },
    object({}, { additionalProperties: { type: "boolean" } }),
  ],
  [
    "names that only a pattern lets in",
    { type: "object", patternProperties: { "^v": {} }, additionalProperties: false },
    { type: "object", propertyNames: { maxLength: 3 } },
  ],
  [
    "items that another schema has looked at",
    {
      type: "array",
      prefixItems: [true],
      allOf: [{ prefixItems: [true, true] }],
      unevaluatedItems: false,
    },
    { type: "array", prefixItems: [true], unevaluatedItems: false },
  ],
  [
    "members that another schema has looked at",
    object({ a: {} }, { allOf: [{ additionalProperties: true }], unevaluatedProperties: false }),
    object({ a: {} }, { additionalProperties: { type: "boolean" } }),
  ],
])("detects %s", async (_, before, after) => {
  const comparison = await compareSchemas(after, before, { engine, seed: 3, purpose: "output" });

  expect(comparison.kind).toBe("changed");
});

it("names the schema that the engine refuses", async () => {
  expect(await compare({ $ref: "https://example.com/x" }, {})).toEqual({
    kind: "refused",
    which: "before",
    isPassing: false,
  });
});

it("returns witnesses that the engine confirms", async () => {
  const before = object({ a: { type: "array", items: { type: "string", maxLength: 5 } } });
  const after = object({
    a: { type: "array", items: { type: "string", maxLength: 2 }, maxItems: 3 },
  });
  const found = witnesses(await compare(before, after)).map((each) => each ?? null);

  expect(found).toHaveLength(2);
  expect(await Promise.all(found.map((each) => isValid(before, each, "input")))).toEqual([
    true,
    true,
  ]);
  expect(await Promise.all(found.map((each) => isValid(after, each, "input")))).toEqual([
    false,
    false,
  ]);
});

function choices(type: string): JsonSchema {
  const allOf = Array.from({ length: 24 }, (_, index) => ({
    anyOf: [{ required: [`a${index}`] }, { properties: { [`b${index}`]: { type } } }],
  }));
  return { type: "object", allOf };
}

describe("combinatorial alternatives", () => {
  // Thousands of cases are tried before the rest counts as unproven.
  it("terminate without a false proof", { timeout: 20_000 }, async () => {
    const comparison = await compare(choices("string"), choices("integer"));

    expect(comparison.kind).toBe("changed");
  });

  it("are the same if nothing changed", async () => {
    expect(await compare(choices("string"), choices("string"))).toEqual({ kind: "same" });
  });
});
