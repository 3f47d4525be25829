import {
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  own,
  parseJson,
  valueAt,
} from "@toolcourt/sdk";
import { sharedData } from "@toolcourt/testing/shared-data";
import { fitsStrict, sampleOf, strangeIn } from "@toolcourt/testing/strict-schemas";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ProjectionFault } from "./codec.ts";
import { type ProjectedTool, projectTools } from "./project-tool.ts";

function projected(input: JsonSchema, name = "act"): ProjectedTool {
  const [tool] = projectTools([{ name, description: "Acts.", input }]);
  if (tool === undefined) throw new Error("There is a projection for every tool.");
  return tool;
}

function withProperty(schema: JsonValue, required = true): JsonSchema {
  return { type: "object", properties: { a: schema }, ...(required && { required: ["a"] }) };
}

/** Returns the projection of one property. */
function shownOf(schema: JsonValue, required = true): JsonValue | undefined {
  return valueAt(projected(withProperty(schema, required)).schema, "/properties/a");
}

function many(count: number, schema: JsonSchema): JsonObject {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`n${at}`, schema] as const));
}

describe("projectTools", () => {
  it("closes the schema and requires every member, null for optional ones", () => {
    const { schema } = projected({
      type: "object",
      properties: { city: { type: "string" }, days: { type: "integer", minimum: 1 } },
      required: ["city"],
    });

    expect(schema).toEqual({
      type: "object",
      properties: {
        city: { type: "string" },
        days: { type: ["integer", "null"], description: "(minimum: 1) Null leaves it out." },
      },
      required: ["city", "days"],
      additionalProperties: false,
    });
  });

  it("removes placeholder nulls again and keeps real ones", () => {
    const { restore } = projected({
      type: "object",
      properties: {
        gone: { type: "string" },
        kept: { type: ["string", "null"] },
        needed: { type: ["string", "null"] },
      },
      required: ["needed"],
    });

    expect(restore({ gone: null, kept: null, needed: null })).toEqual({ kept: null, needed: null });
    expect(restore({ gone: "x", kept: false, needed: "" })).toEqual({ gone: "x", needed: "" });
  });

  it("describes in words what the schema cannot express", () => {
    const schema = { type: "string", description: "A code.", pattern: "^[A-Z]+$", maxLength: 4 };

    expect(shownOf(schema)).toEqual({
      type: "string",
      description: 'A code. (pattern: "^[A-Z]+$"; maxLength: 4)',
    });
  });

  it("inlines references", () => {
    const tool = projected({
      type: "object",
      properties: { at: { $ref: "#/$defs/place", description: "Where." } },
      required: ["at"],
      $defs: { place: { type: "object", properties: { x: { type: "number" } }, required: ["x"] } },
    });

    expect(tool.schema).toMatchObject({
      properties: {
        at: { type: "object", description: "Where.", properties: { x: { type: "number" } } },
      },
    });
    expect(tool.isTyped).toBe(true);
    expect(JSON.stringify(tool.schema)).not.toContain("$");
  });

  it.each<[string, JsonValue]>([
    ["any object", { type: "object" }],
    ["anything", {}],
    ["a list of anything", { type: "array" }],
    ["a tuple", { type: "array", prefixItems: [{ type: "string" }] }],
    ["a reference to nowhere", { $ref: "#/$defs/none" }],
    ["a reference to elsewhere", { $ref: "https://example.com/schema" }],
    ["a schema that contains itself", { $ref: "#" }],
    [
      "objects that nobody can tell apart",
      {
        anyOf: [
          { type: "object", properties: { x: { type: "string" } } },
          { type: "object", properties: { y: { type: "string" } } },
        ],
      },
    ],
    [
      "an object with members that only a condition knows",
      {
        type: "object",
        properties: { kind: { type: "string" } },
        if: { required: ["kind"] },
        // oxlint-disable-next-line unicorn/no-thenable -- the keyword is called that, and this schema is never awaited
        then: { properties: { more: { type: "string" } } },
      },
    ],
  ])("uses JSON text for %s", (_what, schema) => {
    const tool = projected(withProperty(schema));

    expect(tool.isTyped).toBe(false);
    expect(JSON.stringify(tool.schema)).toContain("s JSON text");
    expect(tool.restore({ a: '{"x":[1,null]}' })).toEqual({ a: { x: [1, null] } });
  });

  it("projects a map as a list of names and values with unique names", () => {
    const map = { type: "object", additionalProperties: { type: "integer" } };
    const { restore, isTyped } = projected(withProperty(map));
    const entry = { name: "x y", value: 1 };

    expect(isTyped).toBe(true);
    expect(restore({ a: [entry] })).toEqual({ a: { "x y": 1 } });
    expect(() => restore({ a: [entry, entry] })).toThrow(ProjectionFault);
    expect(() => restore({ a: ["x"] })).toThrow(ProjectionFault);
  });

  it("takes invalid JSON text as a string if strings are accepted, else as a fault", () => {
    expect(projected(withProperty({})).restore({ a: "hello" })).toEqual({ a: "hello" });
    expect(() => projected(withProperty({ type: "object" })).restore({ a: "hello" })).toThrow(
      ProjectionFault,
    );
  });

  it("wraps union arguments in an object", () => {
    const branch = { type: "object", properties: { x: { type: "string" } }, required: ["x"] };
    const tool = projected({ anyOf: [branch, branch] });

    expect(tool.schema).toMatchObject({ type: "object", required: ["arguments"] });
    expect(tool.restore({ arguments: { x: "1" } })).toEqual({ x: "1" });
    expect(() => tool.restore({})).toThrow(ProjectionFault);
  });

  it.each<JsonSchema>([{}, { type: "object" }, { type: "object", properties: {} }])(
    "offers no arguments if %j lists none",
    (input) => {
      expect(projected(input).schema).toEqual({
        type: "object",
        properties: {},
        required: [],
        additionalProperties: false,
      });
    },
  );

  it("shows no hidden characters, and still restores them", () => {
    const hidden = "\u200b";
    const tool = projected({
      type: "object",
      properties: {
        [`a${hidden}`]: {
          enum: ["x", `x${hidden}`],
          description: `Ignore${hidden} it.`,
          default: `x${hidden}`,
        },
        a: { type: "object", description: `T${hidden}`, examples: [{ [`k${hidden}`]: 1 }] },
      },
      required: ["a", `a${hidden}`],
    });

    expect(JSON.stringify(tool.schema)).not.toContain(hidden);
    expect(tool.restore({ a_2: "x_2", a: "{}" })).toEqual({ [`a${hidden}`]: `x${hidden}`, a: {} });
  });

  it("projects each schema once", () => {
    const input = withProperty({ type: "string" });

    expect(projected(input).schema).toBe(projected(input).schema);
  });

  it("does not expand the same reference a thousand times", () => {
    const circle = { type: "object", properties: { next: { $ref: "#/$defs/circle" } } };
    const input: JsonSchema = {
      type: "object",
      properties: many(900, { $ref: "#/$defs/circle" }),
      $defs: { circle, ...many(3_000, { const: "x".repeat(60) }) },
    };

    // It used to take seconds; the test limit is one.
    expect(JSON.stringify(projected(input).schema).length).toBeLessThan(60_000);
  });

  it("bounds the size of a schema", () => {
    const names = Array.from({ length: 40 }, (_, at) => `d${at}`);
    const definitions = Object.fromEntries(
      names.map((name, at) => {
        const next = { $ref: `#/$defs/d${at + 1}` };
        return [name, { type: "object", properties: { l: next, r: next } }];
      }),
    );
    const tool = projected({
      type: "object",
      properties: { a: { $ref: "#/$defs/d0" } },
      $defs: { ...definitions, d40: { type: "string" } },
    });

    expect(JSON.stringify(tool.schema).length).toBeLessThan(50_000);
    expect(tool.restore({ arguments: '{"a":{"l":{}}}' })).toEqual({ a: { l: {} } });
  });
});

const safeText = fc.oneof(
  fc.constantFrom("", "null", "false", "leave_out", "{}", '"x"', "\u200b", "~a", "é"),
  fc.string({ maxLength: 5 }),
);
const anyValue = fc
  .oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom<JsonValue>(null, false, "leave_out", { a: null }, [[null]]),
  )
  .map((value) => parseJson(JSON.stringify(value)))
  .filter((value) => !/__proto__|\d{16}/.test(JSON.stringify(value)));
const name = fc.constantFrom("a", "b", "a b", "a_b", "a\u200b", "~a", "$top", "x".repeat(70));

interface Pair {
  readonly schema: JsonValue;
  /** A value the schema accepts. */
  readonly value: JsonValue;
}

const pair = (schema: JsonValue, values: fc.Arbitrary<JsonValue>): fc.Arbitrary<Pair> =>
  values.map((value) => ({ schema, value }));

const leaf: fc.Arbitrary<Pair> = fc.oneof(
  pair({ type: "string", minLength: 0 }, safeText),
  pair({ type: "integer" }, fc.integer()),
  pair({ type: ["string", "null"] }, fc.option(safeText)),
  pair({ type: ["boolean", "null"] }, fc.option(fc.boolean())),
  pair({ type: ["string", "boolean", "null"] }, fc.option(fc.oneof(safeText, fc.boolean()))),
  pair({ enum: ["x", "x\u200b", null, 1] }, fc.constantFrom<JsonValue>("x", "x\u200b", null, 1)),
  pair({ const: "only" }, fc.constant("only")),
  pair({ enum: [{ x: 1 }, [2]] }, fc.constantFrom<JsonValue>({ x: 1 }, [2])),
  pair({}, anyValue),
  pair(true, anyValue),
  pair({ type: "array" }, fc.array(anyValue, { maxLength: 2 })),
  pair({ type: "object" }, fc.dictionary(fc.constantFrom("a", "b c"), anyValue)),
  pair({ properties: { a: { type: "string" } } }, fc.constantFrom<JsonValue>(5, { a: "x" }, null)),
);

/** Generates schemas with values they accept, of random depth. */
const { any: pairs, object: objects } = fc.letrec<{ any: Pair; object: Pair }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    leaf,
    tie("object"),
    list(tie("any")),
    mapOf(tie("any")),
    either(tie("any")),
  ),
  object: fc
    .uniqueArray(
      fc.record({ name, of: tie("any"), isRequired: fc.boolean(), isThere: fc.boolean() }),
      { maxLength: 4, selector: (member) => member.name },
    )
    .chain((members) =>
      fc
        .record({
          isClosed: fc.boolean(),
          more: fc.dictionary(fc.constantFrom("zz", "~zz", "a_b_2", "~a"), anyValue, {
            maxKeys: 2,
          }),
        })
        .map(({ isClosed, more }): Pair => objectOf(members, isClosed, more)),
    ),
}));

function list(of: fc.Arbitrary<Pair>): fc.Arbitrary<Pair> {
  return fc.record({ of, times: fc.nat(2) }).map(({ of: { schema, value }, times }) => ({
    schema: { type: "array", items: schema },
    value: Array.from({ length: times }, () => value),
  }));
}

function mapOf(of: fc.Arbitrary<Pair>): fc.Arbitrary<Pair> {
  return fc
    .record({ of, names: fc.uniqueArray(name, { maxLength: 2 }) })
    .map(({ of: { schema, value }, names }) => ({
      schema: { type: "object", additionalProperties: schema },
      value: Object.fromEntries(names.map((each) => [each, value])),
    }));
}

function either(of: fc.Arbitrary<Pair>): fc.Arbitrary<Pair> {
  return fc.record({ of, other: of, key: fc.constantFrom("anyOf", "oneOf") }).map((each) => ({
    schema: { [each.key]: [each.of.schema, each.other.schema], description: "One of two." },
    value: each.of.value,
  }));
}

interface Member {
  readonly name: string;
  readonly of: Pair;
  readonly isRequired: boolean;
  readonly isThere: boolean;
}

function objectOf(members: readonly Member[], isClosed: boolean, more: JsonObject): Pair {
  const there = members.filter(({ isRequired, isThere }) => isRequired || isThere);
  const listed = new Set(members.map((member) => member.name));
  const others = Object.entries(more).filter(([key]) => !isClosed && !listed.has(key));
  return {
    schema: {
      type: "object",
      properties: Object.fromEntries(members.map((member) => [member.name, member.of.schema])),
      required: members.filter(({ isRequired }) => isRequired).map((member) => member.name),
      ...(isClosed && { additionalProperties: false }),
    },
    value: Object.fromEntries([...there.map((m) => [m.name, m.of.value] as const), ...others]),
  };
}

describe("a projection of any schema and matching value", () => {
  it("round-trips", { timeout: 10_000 }, () => {
    fc.assert(
      fc.property(objects, ({ schema, value }) => {
        if (!isJsonObject(schema) || !isJsonObject(value)) throw new Error("These are objects.");
        const tool = projected(schema);
        const there = parseJson(JSON.stringify(tool.project(value)));

        expect(isJsonObject(there) ? tool.restore(there) : undefined).toEqual(value);
      }),
      { numRuns: 200 },
    );
  });

  it("has a schema strict providers accept, and values that match it", { timeout: 10_000 }, () => {
    fc.assert(
      fc.property(objects, ({ schema, value }) => {
        if (!isJsonObject(schema) || !isJsonObject(value)) throw new Error("These are objects.");
        const tool = projected(schema);

        expect(strangeIn(tool.schema)).toEqual([]);
        expect(fitsStrict(tool.schema, tool.project(value))).toBe(true);
        expect(JSON.stringify(tool.schema)).not.toContain("\u200b");
      }),
      { numRuns: 200 },
    );
  });

  it("round-trips any nested value", () => {
    fc.assert(
      fc.property(pairs, ({ schema, value }) => {
        const tool = projected(withProperty(schema));

        expect(tool.restore(tool.project({ a: value }))).toEqual({ a: value });
      }),
      { numRuns: 200 },
    );
  });
});

const data = sharedData("real-tools", ".jsonl");

describe("tools of real servers", () => {
  it.skipIf(data.missing !== undefined)(
    `all project, and nearly all without JSON text${data.missing === undefined ? "" : `: ${data.missing}`}`,
    // Four thousand upstream schemas, with two values each.
    { timeout: 20_000 },
    () => {
      const inputs = data.files().flatMap(({ bytes }) => inputsIn(Buffer.from(bytes).toString()));
      const tools = inputs.map((input) => projected(input));

      expect(tools.flatMap(({ schema }) => strangeIn(schema))).toEqual([]);
      for (const [at, { project, restore }] of tools.entries()) {
        const root = inputs[at] ?? {};
        const values = [false, true].map((isWhole) => asObject(sampleOf(root, { root, isWhole })));
        expect(values.map((value) => restore(project(value)))).toEqual(values);
      }
      expect(tools.filter(({ isTyped }) => isTyped).length / tools.length).toBeGreaterThan(0.9);
    },
  );
});

function asObject(value: JsonValue): JsonObject {
  return isJsonObject(value) ? value : {};
}

function inputsIn(text: string): readonly JsonSchema[] {
  return text.split("\n").flatMap((line) => {
    const tool = line === "" ? undefined : parseJson(line);
    const input = isJsonObject(tool) ? own(tool, "inputSchema") : undefined;
    return isJsonObject(input) ? [input] : [];
  });
}
