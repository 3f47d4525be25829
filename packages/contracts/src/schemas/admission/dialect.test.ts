import { inspections, placesOf } from "@toolcourt/testing/inspections";
import { describe, expect, it } from "vitest";
import { dialect } from "./dialect.ts";

describe("schema/dialect", () => {
  it.each([
    "http://json-schema.org/draft-07/schema",
    "http://json-schema.org/draft-07/schema#",
    "https://json-schema.org/draft/2019-09/schema",
    "https://json-schema.org/draft/2020-12/schema#",
  ])("accepts %s", ($schema) => {
    expect(placesOf(dialect, { $schema })).toEqual([]);
  });

  it.each([
    "http://json-schema.org/draft-03/schema#",
    "http://json-schema.org/draft-06/schema#",
    "http://json-schema.org/schema#",
  ])("tells the author of %s to upgrade", ($schema) => {
    expect(inspections(dialect, { $schema })[0]?.message).toContain("Rewrite");
  });

  it("finds an unknown dialect in an embedded schema", () => {
    expect(placesOf(dialect, { $defs: { a: { $schema: "x" } } })).toEqual(["/$defs/a/$schema"]);
  });

  it("ignores a property of that name, and requires text", () => {
    expect(placesOf(dialect, { properties: { $schema: { type: "string" } } })).toEqual([]);
    expect(placesOf(dialect, { $schema: 7 })).toEqual(["/$schema"]);
  });
});
