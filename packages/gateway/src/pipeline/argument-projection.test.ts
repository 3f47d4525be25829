import { hash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { parameterNames, projectionOf } from "./argument-projection.ts";

const input = {
  type: "object",
  properties: {
    city: { type: "string" },
    days: { type: "integer" },
    tags: { type: "array" },
    pin: { type: "string", "x-sensitive": true },
    password: { type: "string", format: "password" },
    note: { type: "string", writeOnly: true },
  },
};

const pin = { type: "string", "x-sensitive": true };

describe("projectionOf (T25)", () => {
  it("describes arguments by shape and digest, without values", () => {
    const told = projectionOf({ days: 3, city: "Geneva", tags: ["a"] }, input);

    expect(told).toEqual({
      sha256: hash("sha256", '{"city":"Geneva","days":3,"tags":["a"]}', "hex"),
      bytes: 39,
      shape: ["days: number", "city: string(6)", "tags: array(1)"],
    });
    expect(JSON.stringify(told)).not.toContain("Geneva");
  });

  it("is independent of sensitive arguments: not even a digest of them is included", () => {
    const told = projectionOf({ city: "Geneva", pin: "1234", password: "x", note: "y" }, input);
    const other = projectionOf({ city: "Geneva", pin: "9876", password: "z", note: "" }, input);

    expect(told).toEqual(other);
    expect(told).toMatchObject({ shape: ["city: string(6)"], sensitive: 3 });
  });

  it.each([
    ["in an object", { type: "object", properties: { pin: { writeOnly: true } } }],
    ["in a list", { type: "array", items: { anyOf: [{}, { format: "password" }] } }],
    ["in another part of the schema", { $ref: "#/$defs/login" }],
    ["nowhere that could be looked at", { $ref: "https://elsewhere.example/login" }],
  ])("omits arguments that contain something sensitive: %s", (_where, login) => {
    const $defs = { login: { properties: { self: { $ref: "#/$defs/login" }, pin } } };
    const schema = { $defs, properties: { login, city: {} } };
    const told = (digits: string) => projectionOf({ city: "Bern", login: { pin: digits } }, schema);

    expect(told("1234")).toEqual(told("98765"));
    expect(told("1234")).toMatchObject({ shape: ["city: string(4)"], sensitive: 1 });
  });

  it("includes arguments without sensitive parts, even of recursive schemas", () => {
    const schema = {
      $defs: { tree: { items: { $ref: "#/$defs/tree" } } },
      properties: { tree: { $ref: "#/$defs/tree" } },
    };

    expect(projectionOf({ tree: [] }, schema)).toMatchObject({ shape: ["tree: array(0)"] });
  });

  it("only counts names outside the contract: they are caller text", () => {
    const told = projectionOf({ "my number is 555": 1, city: "Bern" }, input);

    expect(told).toMatchObject({ shape: ["city: string(4)"], unnamed: 1 });
    expect(JSON.stringify(told)).not.toContain("555");
  });

  it("contains only digests in terse mode", () => {
    expect(Object.keys(projectionOf({ city: "Bern" }, input, "digests"))).toEqual([
      "sha256",
      "bytes",
    ]);
  });

  it.each([undefined, null, 7, "text", [1]])(
    "accepts a value that is not an object: %j",
    (given) => {
      expect(projectionOf(given, input).sha256).toMatch(/^[\da-f]{64}$/);
    },
  );

  it("stays short for any number of arguments", () => {
    const names = Array.from({ length: 500 }, (_, index) => `${"n".repeat(100)}${index}`);
    const properties = Object.fromEntries(names.map((name) => [name, {}]));
    const told = projectionOf(Object.fromEntries(names.map((name) => [name, 1])), { properties });

    expect(told.shape).toHaveLength(32);
    expect(told.unnamed).toBe(468);
    expect(JSON.stringify(told).length).toBeLessThan(4_000);
  });
});

describe("parameterNames", () => {
  it("returns the declared names that are not sensitive, up to a limit", () => {
    const many = Array.from({ length: 40 }, (_, at) => `name-${at}`);
    const wide = { properties: Object.fromEntries(many.map((name) => [name, {}])) };
    const given = Object.fromEntries(many.map((name) => [name, 1]));

    expect(parameterNames({ days: 3, city: "Bern", pin: "1234", other: 1 }, input)).toEqual([
      "days",
      "city",
    ]);
    expect(parameterNames(given, wide)).toHaveLength(32);
    expect(parameterNames(["city"], input)).toEqual([]);
    expect(parameterNames({ city: "Bern" }, undefined)).toEqual([]);
  });
});
