import type { JsonSchema, JsonValue } from "@toolcourt/sdk";
import { beforeEach, describe, expect, it } from "vitest";
import { compileWithAjv } from "./ajv.ts";
import { compileWithHyperjump } from "./hyperjump.ts";
import { issueOf, issuesOf } from "./issues.ts";
import { defaultLimits } from "./limits.ts";
import { grantPatternBudget } from "./pattern.ts";

// The budget is per thread, and an earlier validation may have spent it.
beforeEach(() => grantPatternBudget(Number.POSITIVE_INFINITY));

const cases: readonly [JsonSchema, JsonValue, string][] = [
  [{ type: "integer" }, "a", 'expected integer, got string "a"'],
  [{ type: ["integer", "null"] }, true, "expected integer or null, got boolean true"],
  [{ const: "a" }, "b", 'expected "a", got string "b"'],
  [{ enum: ["a", 1] }, 2, 'expected one of "a", number 1, got number 2'],
  [{ required: ["a"] }, {}, 'expected the property "a", got an object'],
  [{ minimum: 1 }, 0, "expected at least 1, got number 0"],
  [{ maximum: 1 }, 2, "expected at most 1, got number 2"],
  [{ exclusiveMinimum: 1 }, 1, "expected more than 1, got number 1"],
  [{ exclusiveMaximum: 1 }, 1, "expected less than 1, got number 1"],
  [{ multipleOf: 2 }, 3, "expected a multiple of 2, got number 3"],
  [{ minLength: 1 }, "", 'expected at least 1 character, got string ""'],
  [{ maxLength: 2 }, "abc", 'expected at most 2 characters, got string "abc"'],
  [{ minItems: 1 }, [], "expected at least 1 item, got an array of 0"],
  [{ maxItems: 0 }, [1], "expected at most 0 items, got an array of 1"],
  [{ minProperties: 1 }, {}, "expected at least 1 property, got an object"],
  [{ maxProperties: 0 }, { a: 1 }, "expected at most 0 properties, got an object"],
  [{ pattern: "^a$" }, "b", 'expected text that matches ^a$, got string "b"'],
  [{ uniqueItems: true }, [1, 1], "expected items that all differ, got an array of 2"],
  [{ not: {} }, 1, "expected a value that the schema under `not` refuses, got number 1"],
  [
    { anyOf: [false] },
    1,
    "expected a value that fits at least one of the alternatives, got number 1",
  ],
  [
    { oneOf: [true, true] },
    1,
    "expected a value that fits exactly one of the alternatives, got number 1",
  ],
];

const source = { dialect: "2020-12", limits: defaultLimits } as const;

describe.each(cases)("%j", (schema, value, message) => {
  it("is worded the same by both lanes", async () => {
    const ajv = compileWithAjv({ ...source, schema });
    const hyperjump = await compileWithHyperjump({ ...source, schema });

    expect(issuesOf(ajv(value) ?? [], value)[0]).toMatchObject({ pointer: "", message });
    expect(issuesOf(hyperjump(value) ?? [], value)[0]).toMatchObject({ pointer: "", message });
  });
});

describe("issuesOf", () => {
  it("names the properties that a place lacks", async () => {
    const schema = { required: ["a", "b"] };
    const hyperjump = await compileWithHyperjump({ ...source, schema });

    const found = [compileWithAjv({ ...source, schema }), hyperjump].map((check) =>
      issuesOf(check({ b: 1 }) ?? [], { b: 1 }).flatMap(({ missing = [] }) => missing),
    );

    expect(found).toEqual([["a"], ["a"]]);
  });

  it("points at an undeclared property", async () => {
    const schema = { properties: {}, additionalProperties: false };
    const value = { "a/b": 1 };
    const expected = {
      pointer: "/a~1b",
      message: "expected no property of this name, got number 1",
    };
    const hyperjump = await compileWithHyperjump({ ...source, schema });

    expect(issuesOf(compileWithAjv({ ...source, schema })(value) ?? [], value)).toEqual([expected]);
    expect(issuesOf(hyperjump(value) ?? [], value)).toEqual([expected]);
  });

  it("never shows the value of a secret field", () => {
    const issue = issueOf(
      { keyword: "type", pointer: "/apiKey", expected: "number" },
      { apiKey: "hunter2" },
    );

    expect(issue.message).toBe("expected number, got a string");
  });

  it("lists only some of many choices", () => {
    const expected = Array.from({ length: 20 }, (_, i) => i);

    expect(issueOf({ keyword: "enum", pointer: "", expected }, "a").message).toContain(
      "or 12 more",
    );
  });

  it("stays on one line, regardless of the property names", () => {
    const value = { "a\nb": 1 };

    expect(issueOf({ keyword: "type", pointer: "/a\nb", expected: "string" }, value).pointer).toBe(
      "/a\\u{a}b",
    );
  });

  it("handles a missing keyword value and an unknown keyword", () => {
    expect(issueOf({ keyword: "minimum", pointer: "", expected: undefined }, 1).message).toContain(
      "`minimum`",
    );
    expect(issueOf({ keyword: "x", pointer: "", expected: 1 }, 1).message).toContain("`x`");
  });

  it("removes duplicates and limits their number", () => {
    const failures = Array.from({ length: 30 }, (_, i) => ({
      keyword: "type",
      pointer: `/${i % 15}`,
      expected: "string",
    }));

    expect(issuesOf(failures, [])).toHaveLength(8);
    expect(issuesOf([...failures.slice(0, 1), ...failures.slice(0, 1)], [])).toHaveLength(1);
  });
});
