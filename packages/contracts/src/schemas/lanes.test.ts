import type { JsonSchema, JsonValue } from "@toolcourt/sdk";
import * as fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { compileWithAjv } from "./ajv.ts";
import { prepare } from "./checker.ts";
import { type Dialect, dialects, uriOfDialect } from "./dialect.ts";
import { compileWithHyperjump } from "./hyperjump.ts";
import { defaultLimits } from "./limits.ts";
import { grantPatternBudget } from "./pattern.ts";

// The budget is per thread, and an earlier validation may have spent it.
beforeEach(() => grantPatternBudget(Number.POSITIVE_INFINITY));

const name = fc.constantFrom("a", "b", "constructor", "toString");
const scalar = fc.constantFrom<JsonValue>(
  0,
  1,
  2,
  -1,
  1.5,
  "",
  "a",
  "ab",
  "b",
  "😀",
  true,
  false,
  null,
);

const { value, schema } = fc.letrec<{ value: JsonValue; schema: JsonSchema }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalar,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(name, tie("value"), { maxKeys: 3, noNullPrototype: true }),
  ),
  schema: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom<JsonSchema>(
      {},
      { type: "string" },
      { type: ["integer", "null"] },
      { type: "object" },
      { minimum: 1 },
      { maxLength: 1 },
      { minLength: 1 },
      { pattern: "^a" },
      { uniqueItems: true },
      { nullable: true, type: "number" },
      { $ref: "#/definitions/shared" },
      { $ref: "#/definitions/shared", type: "string" },
    ),
    fc.record(
      {
        properties: fc.dictionary(name, tie("schema"), { maxKeys: 2, noNullPrototype: true }),
        required: fc.uniqueArray(name, { maxLength: 2 }),
        additionalProperties: fc.oneof(fc.boolean(), tie("schema")),
        patternProperties: fc.dictionary(fc.constantFrom("^a", "o"), tie("schema"), {
          maxKeys: 1,
          noNullPrototype: true,
        }),
        propertyNames: tie("schema"),
        maxProperties: fc.nat(2),
      },
      { requiredKeys: [] },
    ),
    fc.record(
      { items: tie("schema"), contains: tie("schema"), maxItems: fc.nat(2) },
      { requiredKeys: [] },
    ),
    fc.record({ enum: fc.uniqueArray(tie("value"), { minLength: 1, maxLength: 3 }) }),
    fc.record({ const: tie("value") }),
    fc.record({ anyOf: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }) }),
    fc.record({ oneOf: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }) }),
    fc.record({ allOf: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }) }),
    fc.record({ not: tie("schema") }),
    // oxlint-disable-next-line unicorn/no-thenable -- the keyword is called that
    fc.record({ if: tie("schema"), then: tie("schema"), else: tie("schema") }),
  ),
}));

const definitions = { shared: { type: ["string", "array"], maxLength: 1, maxItems: 1 } };

// Hyperjump interprets the specification; Ajv generates code. If they differ, one is wrong.
describe.each(dialects)("the lanes in %s", (dialect: Dialect) => {
  it("give the same verdict on any small schema and value", async () => {
    await fc.assert(
      fc.asyncProperty(
        schema,
        fc.array(value, { minLength: 1, maxLength: 5 }),
        async (root, values) => {
          const $schema = uriOfDialect[dialect];
          const prepared = prepare(
            { $schema, allOf: [root], definitions },
            "output",
            defaultLimits,
          );
          const fast = compileWithAjv(prepared);
          const careful = await compileWithHyperjump(prepared);

          for (const each of values)
            expect(fast(each) === undefined).toBe(careful(each) === undefined);
        },
      ),
      { numRuns: 60 },
    );
  });
});
