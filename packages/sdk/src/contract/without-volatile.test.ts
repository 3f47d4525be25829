import { describe, expect, it } from "vitest";
import type { JsonObject } from "./json.ts";
import { withoutVolatile } from "./without-volatile.ts";

const volatile = { type: "string", "x-volatile": true };

function stripped(value: JsonObject, schema: JsonObject) {
  return withoutVolatile(value, { schema, document: schema });
}

describe("withoutVolatile", () => {
  it("masks volatile values at any depth, and keeps the rest", () => {
    const schema = {
      properties: {
        at: volatile,
        list: { items: { properties: { at: volatile } } },
        pair: { prefixItems: [{}, volatile] },
        map: { additionalProperties: volatile },
      },
    };
    const value = {
      at: "1",
      list: [{ at: "2", to: 3 }],
      pair: ["4", "5"],
      map: { a: "6" },
      b: "7",
    };

    expect(stripped(value, schema)).toEqual({
      at: "(volatile)",
      list: [{ at: "(volatile)", to: 3 }],
      pair: ["4", "(volatile)"],
      map: { a: "(volatile)" },
      b: "7",
    });
  });

  it("follows references and alternatives", () => {
    const schema = {
      $defs: {
        node: { properties: { at: volatile, next: { anyOf: [{ $ref: "#/$defs/node" }, {}] } } },
      },
      $ref: "#/$defs/node",
    };

    expect(stripped({ at: "1", next: { at: "2" } }, schema)).toEqual({
      at: "(volatile)",
      next: { at: "(volatile)" },
    });
  });

  it("terminates on a self-reference", () => {
    expect(stripped({ a: 1 }, { $ref: "#" })).toEqual({ a: 1 });
  });

  it("visits each schema once, however many paths lead to it", () => {
    const both = { anyOf: [{ $ref: "#/$defs/both" }, { allOf: [{ $ref: "#/$defs/both" }] }] };
    const schema = { $defs: { both }, ...both, properties: { at: volatile } };

    expect(stripped({ at: "1" }, schema)).toEqual({ at: "(volatile)" });
  });
});
