import { remarks } from "@toolcourt/sdk/testing";
import { hostileSchemas } from "@toolcourt/testing/hostile-schema";
import { describe, expect, it } from "vitest";
import { defaultLimits } from "../limits.ts";
import { admissionChecks, admit } from "./admit.ts";

describe.each(admissionChecks)("$id alone", (check) => {
  it.each(hostileSchemas)("survives $name", ({ schema }) => {
    expect(() => remarks(check, { input: schema })).not.toThrow();
  });
});

describe("admit", () => {
  const admission = { checks: admissionChecks, limits: defaultLimits };

  it.each(hostileSchemas)("refuses $name", ({ schema }) => {
    expect(admit(schema, admission)).not.toEqual([]);
  });

  it("stops at the first rule that objects", () => {
    const schema = { $schema: "https://example.com/", properties: { a: { type: "strng" } } };

    expect(admit(schema, admission).map(({ rule }) => rule)).toEqual(["schema/dialect"]);
  });

  it("names every offending position, up to a readable number", () => {
    const properties = Object.fromEntries(
      Array.from({ length: 50 }, (_, i) => [`p${i}`, { pattern: "(?=a)" }]),
    );

    expect(admit({ properties }, admission)).toHaveLength(20);
  });

  it("accepts an ordinary schema", () => {
    expect(admit({ type: "object", properties: { a: { type: "string" } } }, admission)).toEqual([]);
  });
});
