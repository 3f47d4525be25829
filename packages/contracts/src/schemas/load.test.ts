import type { JsonSchema, JsonValue } from "@toolcourt/sdk";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expansionOf, type Link, linksOf } from "./graph.ts";
import { loadOf } from "./load.ts";
import { indexReferences, type References } from "./references.ts";

const unlimited = 1_000_000;

function loadIn(schema: JsonSchema, maxSteps = unlimited): number {
  const references = indexReferences(schema, "2020-12");
  return loadOf(references, expansionOf(references, schema, unlimited), maxSteps);
}

const shared = { $defs: { d: { type: "object", properties: { x: {}, y: {} } } } };
const d = { $ref: "#/$defs/d" };

describe("the load of a schema", () => {
  it.each<{ what: string; schema: JsonSchema; load: number }>([
    { what: "one check of one value", schema: {}, load: 1 },
    {
      what: "a definition once for each property",
      schema: { properties: { a: d, b: d } },
      load: 2,
    },
    { what: "branches on the same value", schema: { anyOf: [d, d, d] }, load: 7 },
    {
      what: "the same property in several branches",
      schema: { anyOf: [{ properties: { a: d } }, { properties: { a: d } }] },
      load: 4,
    },
    {
      what: "keywords for any property beside a named one",
      schema: { properties: { a: {} }, patternProperties: { a: d }, additionalProperties: d },
      load: 5,
    },
    { what: "items by position", schema: { prefixItems: [d, d] }, load: 2 },
    { what: "keywords for any item", schema: { items: d, contains: d }, load: 4 },
    { what: "a recursion as one", schema: { properties: { a: { $ref: "#" } } }, load: 2 },
  ])("counts $what", ({ schema, load }) => {
    expect(loadIn({ ...schema, ...shared })).toBe(load);
  });

  it.each<JsonSchema>([
    { unevaluatedProperties: false },
    { $dynamicAnchor: "a", items: { $dynamicRef: "#a" } },
  ])("does not bound %j, whose cost depends on more than its links", (schema) => {
    expect(loadIn(schema)).toBe(Number.POSITIVE_INFINITY);
  });

  it("stops counting a chain of definitions that each add a property", () => {
    const links = Array.from({ length: 300 }, (_, i): [string, JsonSchema] => [
      `d${i}`,
      { properties: { [`p${i}`]: {} }, ...(i > 0 && { $ref: `#/$defs/d${i - 1}` }) },
    ]);
    const schema = { $ref: "#/$defs/d299", $defs: Object.fromEntries(links) };

    expect(loadIn(schema)).toBe(301);
    expect(loadIn(schema, 10_000)).toBe(Number.POSITIVE_INFINITY);
  });
});

const names = ["a", "b"];

/** A definition that refers only to later ones, so that expansion ends. */
const definition = (own: number, count: number): fc.Arbitrary<JsonSchema> => {
  const part: fc.Arbitrary<JsonSchema> =
    own + 1 < count
      ? fc.integer({ min: own + 1, max: count - 1 }).map((to) => ({ $ref: `#/$defs/d${to}` }))
      : fc.constant({ type: "object" });
  const named = fc.dictionary(fc.constantFrom(...names), part, { noNullPrototype: true });
  return fc.record(
    {
      properties: named,
      patternProperties: named,
      additionalProperties: part,
      propertyNames: part,
      items: part,
      anyOf: fc.array(fc.oneof(part, fc.record({ properties: named })), { maxLength: 2 }),
      allOf: fc.array(part, { maxLength: 2 }),
    },
    { requiredKeys: [] },
  );
};

const definitions = 5;
const graph: fc.Arbitrary<JsonSchema> = fc
  .tuple(...Array.from({ length: definitions }, (_, i) => definition(i, definitions)))
  .map((all) => ({
    $ref: "#/$defs/d0",
    $defs: Object.fromEntries(all.map((schema, i) => [`d${i}`, schema])),
  }));

const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.constant(1),
    fc.array(tie("value"), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom(...names), tie("value"), { noNullPrototype: true }),
  ),
}));

function reached({ part }: Link, at: JsonValue): readonly (readonly [string, JsonValue])[] {
  const parts = typeof at === "object" && at !== null ? Object.entries(at) : [];
  return parts.filter(([name]) => part === undefined || part.endsWith(`/${name}`));
}

/** Counts the checks of every value, as if each keyword applied to all that it can apply to. */
function countChecks(
  references: References,
  schema: JsonSchema,
  root: JsonValue,
): readonly number[] {
  const checks = new Map<string, number>();
  const check = (by: JsonSchema, at: JsonValue, path: string): void => {
    checks.set(path, (checks.get(path) ?? 0) + 1);
    for (const link of linksOf(references, by)) {
      if (!link.descends) check(link.to, at, path);
      else for (const [name, each] of reached(link, at)) check(link.to, each, `${path}/${name}`);
    }
  };
  check(schema, root, "");
  return [...checks.values()];
}

it("is never exceeded: the cost of any value is bounded by its size", () => {
  fc.assert(
    fc.property(graph, value, (schema, root) => {
      const references = indexReferences(schema, "2020-12");

      expect(Math.max(...countChecks(references, schema, root))).toBeLessThanOrEqual(
        loadIn(schema),
      );
    }),
  );
});
