import { describe, expect, it } from "vitest";
import { remarks } from "../../testing/remarks.ts";
import { inputDocumented } from "./documented.ts";

describe("input/documented", () => {
  it("finds the description behind a reference", () => {
    const input = {
      type: "object",
      properties: { city: { $ref: "#/$defs/city" } },
      $defs: { city: { type: "string", description: "A city" } },
    };

    expect(remarks(inputDocumented, { input })).toEqual([]);
  });

  it("does not accept a title as description", () => {
    const input = { type: "object", properties: { city: { type: "string", title: "City" } } };

    expect(remarks(inputDocumented, { input }).map(({ pointer }) => pointer)).toEqual([
      "/input/properties/city",
    ]);
  });

  it("ignores a forbidden property", () => {
    expect(remarks(inputDocumented, { input: { properties: { never: false } } })).toEqual([]);
  });
});
