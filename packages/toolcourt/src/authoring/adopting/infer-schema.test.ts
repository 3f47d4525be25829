import { createSchemaEngine } from "@toolcourt/contracts/internal/schemas/engine";
import {
  isJsonArray,
  isJsonObject,
  type JsonSchema,
  type JsonValue,
  own,
  parseJson,
} from "@toolcourt/sdk";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inferSchema } from "./infer-schema.ts";

describe("inferSchema", () => {
  it("requires members that every object had, and allows more", () => {
    expect(inferSchema([{ id: "a", size: 1 }, { id: "b" }])).toEqual({
      type: "object",
      properties: { id: { type: "string" }, size: { type: "integer" } },
      required: ["id"],
    });
  });

  it("unites types, and widens integers to numbers once one is fractional", () => {
    expect(inferSchema([1, 2])).toEqual({ type: "integer" });
    expect(inferSchema([1, 2.5])).toEqual({ type: "number" });
    expect(inferSchema([1, "a", null])).toEqual({ type: ["string", "integer", "null"] });
  });

  it("infers one schema for all items of all lists", () => {
    expect(inferSchema([[1], [], ["a", { b: true }]])).toEqual({
      type: "array",
      items: {
        type: ["object", "string", "integer"],
        properties: { b: { type: "boolean" } },
        required: ["b"],
      },
    });
  });

  it.each([
    ["nothing", []],
    ["nulls", [null, null]],
  ])("makes no claim about %s", (_what, values) => {
    expect(inferSchema(values)).toEqual({});
  });

  it("leaves the content of an empty list or object open", () => {
    expect(inferSchema([[]])).toEqual({ type: "array" });
    expect(inferSchema([{}])).toEqual({ type: "object" });
  });

  it.each([
    [{ "/etc/hosts": 1, "/tmp": 2 }],
    [{ "ada@example.com": 1 }],
    [{ "2026-11-01": 1, "2026-11-02": 2 }],
    [{ "8f14e45f-ceea-467a-9575-6e1f0c2a4b11": 1 }],
    [{ "42": 1 }],
    [{ "a name": 1 }],
    [Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`k${at}`, at]))],
  ])("treats an object whose names are data as a map: %j", (value) => {
    expect(inferSchema([value])).toEqual({
      type: "object",
      additionalProperties: { type: "integer" },
    });
  });

  it("names a format only if every text matches it", () => {
    const moment = "2026-11-01T12:00:00Z";

    expect(inferSchema([moment])).toEqual({ type: "string", format: "date-time" });
    expect(inferSchema([moment, "yesterday"])).toEqual({ type: "string" });
    expect(inferSchema(["2026-11-01", "2026-11-02"])).toMatchObject({ format: "date" });
  });

  it("makes no claim about values: ten equal texts are still any text", () => {
    expect(inferSchema(Array.from({ length: 10 }, () => "open"))).toEqual({ type: "string" });
  });

  it("stops at a maximum depth, because some values nest without end", () => {
    const tree = (depth: number): JsonValue => (depth === 0 ? [] : { children: [tree(depth - 1)] });

    expect(JSON.stringify(inferSchema([tree(40)])).length).toBeLessThan(600);
  });

  it("handles names inherited by every object", () => {
    const odd = parseJson('{"__proto__": 1, "constructor": "x"}');

    expect(inferSchema([odd])).toEqual({
      type: "object",
      additionalProperties: { type: ["string", "integer"] },
    });
  });
});

const name = fc.constantFrom("id", "name", "size", "a/b", "2026-11-01", "__proto__", "constructor");
const { value: anyValue } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.constantFrom<JsonValue>(null, true, 0, 1, -0.5, 1e300, "", "a", "2026-11-01"),
    fc.array(tie("value"), { maxLength: 4 }),
    fc
      .array(fc.tuple(name, tie("value")), { maxLength: 4 })
      .map((pairs): JsonValue => Object.fromEntries(pairs)),
  ),
}));
const samples = fc.array(anyValue, { minLength: 1, maxLength: 5 });

it("accepts every sample it was inferred from, checked by the gate's engine", async () => {
  await using engine = createSchemaEngine({ clock: createFakeClock() });

  await fc.assert(
    fc.asyncProperty(samples, async (values) => {
      const compilation = await engine.compile(inferSchema(values), "output");
      expect(compilation.kind).toBe("compiled");
      if (compilation.kind !== "compiled") return;
      for (const value of values) {
        expect(await compilation.validate(value)).toMatchObject({ kind: "valid" });
      }
    }),
    { numRuns: 60 },
  );
});

it("only widens with more samples", () => {
  fc.assert(
    fc.property(samples, samples, (some, more) => {
      expect(narrowings(inferSchema(some), inferSchema([...some, ...more]))).toEqual([]);
    }),
  );
});

/**
 * Returns the places where the second schema is stricter than the first on values it was inferred
 * from.
 */
function narrowings(before: JsonSchema, after: JsonSchema, at = ""): readonly string[] {
  if (Object.keys(before).length === 0) return [];
  const same = childrenOf(after);
  const rest = same.get("additionalProperties");
  return [
    ...(typesOf(before).isSubsetOf(typesOf(after)) ? [] : [`${at} type`]),
    ...(asksForFormat(before, after) ? [`${at} format`] : []),
    ...(requiredMore(before, after).length === 0 ? [] : [`${at} required`]),
    ...[...childrenOf(before)].flatMap(([key, child]) => {
      const now = same.get(key) ?? rest;
      return now === undefined ? [] : narrowings(child, now, `${at}/${key}`);
    }),
  ];
}

function asksForFormat(before: JsonSchema, after: JsonSchema): boolean {
  const format = own(after, "format");
  return typesOf(before).has("string") && format !== undefined && format !== own(before, "format");
}

function typesOf(schema: JsonSchema): ReadonlySet<JsonValue> {
  const type = own(schema, "type");
  const types = new Set<JsonValue>(isJsonArray(type) ? type : [type ?? "any"]);
  return types.has("number") ? types.add("integer") : types;
}

function requiredMore(before: JsonSchema, after: JsonSchema): readonly JsonValue[] {
  const known = own(before, "required");
  const asked = own(after, "required");
  if (!isJsonArray(asked) || own(before, "properties") === undefined) return [];
  return asked.filter((key) => !isJsonArray(known) || !known.includes(key));
}

function childrenOf(schema: JsonSchema): ReadonlyMap<string, JsonSchema> {
  const properties = own(schema, "properties");
  const members = isJsonObject(properties) ? Object.entries(properties) : [];
  const rest = ["items", "additionalProperties"].map((key) => [key, own(schema, key)] as const);
  return new Map(
    [...members, ...rest].flatMap(([key, child]) => (isJsonObject(child) ? [[key, child]] : [])),
  );
}
