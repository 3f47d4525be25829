import type { JsonSchema } from "@toolcourt/sdk";
import { placesOf } from "@toolcourt/testing/inspections";
import { describe, expect, it } from "vitest";
import { expansion } from "./expansion.ts";

/** Definitions that each apply the next one as `part` says. */
function levels(count: number, part: (next: JsonSchema) => JsonSchema): JsonSchema {
  const links = Array.from({ length: count }, (_, i): [string, JsonSchema] => [
    `d${i}`,
    part({ $ref: `#/$defs/d${i + 1}` }),
  ]);
  return {
    type: "object",
    properties: { a: { $ref: "#/$defs/d0" } },
    $defs: { ...Object.fromEntries(links), [`d${count}`]: { type: "string" } },
  };
}

function twoProperties(next: JsonSchema): JsonSchema {
  return { properties: { a: next, b: next } };
}

describe("schema/expansion", () => {
  it("counts a definition once per reference", () => {
    const schema = {
      properties: { a: { $ref: "#/$defs/d" }, b: { $ref: "#/$defs/d" } },
      $defs: { d: { properties: { x: {}, y: {} } } },
    };

    expect(placesOf(expansion, schema, { maxExpansion: 9 })).toEqual([]);
    expect(placesOf(expansion, schema, { maxExpansion: 8 })).toEqual([""]);
  });

  it("counts a reference to an enclosing schema as one", () => {
    const tree = { properties: { left: { $ref: "#" }, right: { $ref: "#" } } };

    expect(placesOf(expansion, tree, { maxExpansion: 5 })).toEqual([]);
  });

  it("resolves anchors and embedded names", () => {
    const schema = {
      $id: "https://example.com/root",
      allOf: [{ $ref: "part#d" }, { $ref: "https://example.com/part#d" }],
      $defs: { part: { $id: "part", $defs: { d: { $anchor: "d", items: {} } } } },
    };

    expect(placesOf(expansion, schema, { maxExpansion: 7 })).toEqual([]);
    expect(placesOf(expansion, schema, { maxExpansion: 6 })).toEqual([""]);
  });

  it.each<{ what: string; part: (next: JsonSchema) => JsonSchema }>([
    { what: "on the same value", part: (next) => ({ anyOf: [next, next] }) },
    {
      what: "in the same property",
      part: (next) => ({ anyOf: [{ properties: { a: next } }, { properties: { a: next } }] }),
    },
    {
      what: "in the same property, by name and by pattern",
      part: (next) => ({ properties: { a: next }, patternProperties: { "^a$": next } }),
    },
    { what: "in every item", part: (next) => ({ items: next, contains: next }) },
    {
      what: "in properties, beside a keyword that depends on all of them",
      part: (next) => ({ properties: { a: next, b: next }, unevaluatedProperties: false }),
    },
  ])("refuses references that double the checks $what", ({ part }) => {
    expect(placesOf(expansion, levels(11, part))).toEqual([""]);
    expect(placesOf(expansion, levels(20, part))).toEqual([""]);
  });

  it("accepts a definition that many properties share, up to a limit", () => {
    expect(placesOf(expansion, levels(11, twoProperties))).toEqual([]);
    expect(placesOf(expansion, levels(20, twoProperties))).toEqual([""]);
  });
});
