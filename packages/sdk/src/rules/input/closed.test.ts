import { describe, expect, it } from "vitest";
import { remarks } from "../../testing/remarks.ts";
import { inputClosed } from "./closed.ts";

describe("input/closed", () => {
  it("points at the nested object, not at the root", () => {
    const found = remarks(inputClosed, {
      input: {
        type: "object",
        additionalProperties: false,
        properties: { filter: { type: "object" } },
      },
    });

    expect(found.map((remark) => remark.pointer)).toEqual(["/input/properties/filter"]);
  });

  it("treats a schema for extra keys as open", () => {
    const found = remarks(inputClosed, {
      input: { type: "object", additionalProperties: { type: "string" } },
    });

    expect(found).toHaveLength(1);
  });

  it.each([{ properties: {} }, { type: ["object", "null"] }])(
    "recognizes an object without an object type: %j",
    (input) => {
      expect(remarks(inputClosed, { input })).toHaveLength(1);
    },
  );

  it("ignores schemas that are not objects", () => {
    expect(remarks(inputClosed, { input: { type: "array" } })).toEqual([]);
  });
});
