import { existsSync, readdirSync, readFileSync } from "node:fs";
import canonicalize from "canonicalize";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson, whyNotCanonical } from "./canonical.ts";
import { type JsonValue, parseJson } from "./json.ts";

const vectors = new URL("../../../../../shared/data/jcs/testdata/", import.meta.url);
const names = existsSync(vectors) ? readdirSync(new URL("input/", vectors)) : [];

function nested(levels: number): JsonValue {
  return parseJson("[".repeat(levels) + "]".repeat(levels));
}

describe("canonicalJson", () => {
  it("sorts keys by UTF-16 code units, at every level", () => {
    expect(canonicalJson({ b: 1, a: { "\u{1f600}": 1, "\ufb33": 2, z: 3 } })).toBe(
      '{"a":{"z":3,"\u{1f600}":1,"\ufb33":2},"b":1}',
    );
  });

  it("writes numbers as ECMAScript does", () => {
    expect(canonicalJson([1.0, 1e21, 1e-7, -0, 0.1])).toBe("[1,1e+21,1e-7,0,0.1]");
  });

  it("keeps keys that look like a prototype", () => {
    expect(canonicalJson(parseJson('{"__proto__":1,"constructor":2}'))).toBe(
      '{"__proto__":1,"constructor":2}',
    );
  });

  it("agrees with an independent implementation on any value", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const json = parseJson(JSON.stringify(value));
        expect(canonicalJson(json)).toBe(canonicalize(json));
      }),
    );
  });

  it("returns one text for every order of keys", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const json = parseJson(JSON.stringify(value));
        const reversed = parseJson(
          JSON.stringify(Object.fromEntries(Object.entries(value).toReversed())),
        );
        expect(canonicalJson(reversed)).toBe(canonicalJson(json));
      }),
    );
  });

  it("sorts keys that look like numbers as text", () => {
    expect(canonicalJson(parseJson('{"9":1,"10":2}'))).toBe('{"10":2,"9":1}');
  });

  it("sorts very many keys as it sorts few", () => {
    const many = Object.fromEntries(Array.from({ length: 1_500 }, (_, index) => [`k${index}`, 1]));
    const value = { many, few: { b: 1, a: many } };

    expect(canonicalJson(value)).toBe(canonicalize(value));
  });

  it("writes the same whether or not anything had to be sorted", () => {
    expect(canonicalJson([{ a: "\u0007é", b: 1e-7 }])).toBe('[{"a":"\\u0007é","b":1e-7}]');
    expect(canonicalJson([{ b: 1e-7, a: "\u0007é" }])).toBe('[{"a":"\\u0007é","b":1e-7}]');
  });

  it("accepts its maximum depth, and no more", () => {
    expect(whyNotCanonical(nested(201))).toBeUndefined();
    expect(canonicalJson(nested(201))).toHaveLength(402);
    expect(whyNotCanonical(nested(202))?.message).toContain("levels");
  });

  it("throws for a value without a canonical form", () => {
    expect(() => canonicalJson("\ud800")).toThrow(TypeError);
  });
});

describe("whyNotCanonical", () => {
  it("points at text without a UTF-8 form", () => {
    expect(whyNotCanonical({ a: ["fine", "\udc00"] })).toMatchObject({ pointer: "/a/1" });
  });

  it("checks keys too", () => {
    expect(whyNotCanonical({ a: { "\ud800": 1 } })).toMatchObject({ pointer: "/a" });
  });

  it("refuses numbers that JSON cannot express", () => {
    expect(whyNotCanonical({ a: Number.POSITIVE_INFINITY })).toMatchObject({ pointer: "/a" });
  });

  it("refuses excessive nesting without a stack overflow", () => {
    const deep = parseJson("[".repeat(100_000) + "]".repeat(100_000));

    expect(whyNotCanonical(deep)?.message).toContain("levels");
  });

  it("accepts ordinary values", () => {
    expect(whyNotCanonical({ a: [1, "é", null, true, { b: "\u{1f600}" }] })).toBeUndefined();
  });
});

describe.skipIf(names.length === 0)(
  "the RFC 8785 vectors (skipped without the data folder)",
  () => {
    it.each(names)("%s matches the published result", (name) => {
      const input = readFileSync(new URL(`input/${name}`, vectors), "utf8");
      const output = readFileSync(new URL(`output/${name}`, vectors), "utf8");
      const hex = readFileSync(new URL(`outhex/${name.replace(".json", ".txt")}`, vectors), "utf8");

      const written = canonicalJson(parseJson(input));

      expect(written).toBe(output);
      expect(Buffer.from(written)).toEqual(Buffer.from(hex.replaceAll(/\s/g, ""), "hex"));
    });
  },
);
