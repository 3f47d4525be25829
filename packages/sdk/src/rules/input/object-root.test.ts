import { describe, expect, it } from "vitest";
import { remarks } from "../../testing/remarks.ts";
import { inputObjectRoot } from "./object-root.ts";

describe("input/object-root", () => {
  it("allows branches beside a root of type object", () => {
    const input = { type: "object", anyOf: [{ required: ["a"] }, { required: ["b"] }] };

    expect(remarks(inputObjectRoot, { input })).toEqual([]);
  });

  it.each([{ properties: {} }, {}])("leaves an untyped object to another rule: %j", (input) => {
    expect(remarks(inputObjectRoot, { input })).toEqual([]);
  });

  it.each([{ $ref: "#/$defs/a" }, { type: 3 }, { enum: [{}] }, { type: [] }])(
    "refuses a root that is not clearly an object: %j",
    (input) => {
      expect(remarks(inputObjectRoot, { input })).toHaveLength(1);
    },
  );
});
