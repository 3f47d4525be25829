import type { JsonSchema, JsonValue } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { createFillDefaults } from "./defaults.ts";
import type { Dialect } from "./dialect.ts";

function filled(schema: JsonSchema, value: JsonValue, dialect: Dialect = "2020-12"): JsonValue {
  const fill = createFillDefaults(schema, dialect);
  if (fill === undefined) throw new Error("The schema declares no default.");
  return fill(value);
}

const days = { type: "integer", default: 3 };

describe("createFillDefaults", () => {
  it("returns nothing for a schema without defaults", () => {
    expect(
      createFillDefaults({ properties: { a: { type: "string" } } }, "2020-12"),
    ).toBeUndefined();
  });

  it("fills in missing values and keeps existing ones", () => {
    expect(filled({ properties: { days, city: {} } }, { city: "Bern" })).toEqual({
      city: "Bern",
      days: 3,
    });
    expect(filled({ properties: { days } }, { days: 7 })).toEqual({ days: 7 });
  });

  it("leaves its argument unchanged, even if deeply frozen", () => {
    const given = Object.freeze({ trip: Object.freeze({}) });

    expect(filled({ properties: { trip: { properties: { days } } } }, given)).toEqual({
      trip: { days: 3 },
    });
    expect(given).toEqual({ trip: {} });
  });

  it("makes no copy if there is nothing to fill in", () => {
    const given = { days: 1, stops: [{ days: 1 }] };
    const schema = { properties: { days, stops: { items: { properties: { days } } } } };

    expect(filled(schema, given)).toBe(given);
  });

  it.each<[string, JsonSchema, JsonValue, JsonValue]>([
    ["items", { items: { properties: { days } } }, [{}, { days: 1 }], [{ days: 3 }, { days: 1 }]],
    [
      "prefixItems",
      { prefixItems: [{ properties: { days } }], items: {} },
      [{}, {}],
      [{ days: 3 }, {}],
    ],
    ["allOf", { allOf: [{ properties: { days } }] }, {}, { days: 3 }],
    ["references", { $ref: "#/$defs/a", $defs: { a: { properties: { days } } } }, {}, { days: 3 }],
    [
      "a reference to the default itself",
      { properties: { a: { $ref: "#/$defs/d" } }, $defs: { d: days } },
      {},
      { a: 3 },
    ],
  ])("fills in through %s", (...[, schema, value, expected]) => {
    expect(filled(schema, value)).toEqual(expected);
  });

  it.each(["anyOf", "oneOf"])(
    "does not fill in through %s, where the applicable branch is unknown",
    (keyword) => {
      expect(filled({ [keyword]: [{ properties: { days } }] }, {})).toEqual({});
    },
  );

  it("does not fill in inside a default, which could recurse forever", () => {
    const schema = { properties: { next: { $ref: "#", default: {} } } };

    expect(filled(schema, {})).toEqual({ next: {} });
    expect(filled(schema, { next: {} })).toEqual({ next: { next: {} } });
  });

  it("returns copies of defaults", () => {
    const schema = { properties: { tags: { default: ["a"] } } };
    const fill = createFillDefaults(schema, "2020-12");

    expect(fill?.({})).not.toBe(fill?.({}));
    expect(Object.values(fill?.({}) ?? {})[0]).not.toBe(schema.properties.tags.default);
  });

  it("ignores a default that does not match its own type", () => {
    const schema = {
      properties: {
        a: { type: "string", default: null },
        b: { type: ["string", "null"], default: null },
      },
    };

    expect(filled(schema, {})).toEqual({ b: null });
  });

  it("ignores a default beside a reference in draft-07", () => {
    const schema = {
      properties: { a: { $ref: "#/definitions/a", default: 1 } },
      definitions: { a: {} },
    };

    expect(filled(schema, {}, "draft-07")).toEqual({});
    expect(filled(schema, {}, "2020-12")).toEqual({ a: 1 });
  });

  it("does not set the prototype for a property called `__proto__`", () => {
    const properties = Object.fromEntries([["__proto__", { default: { isAdmin: true } }]]);
    const result = filled({ properties }, {});

    expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
    expect(Object.keys(result ?? {})).toEqual(["__proto__"]);
  });
});
