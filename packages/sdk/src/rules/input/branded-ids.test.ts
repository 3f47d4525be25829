import { describe, expect, it } from "vitest";
import { remarks } from "../../testing/remarks.ts";
import { inputBrandedIds } from "./branded-ids.ts";

const input = (properties: object) => ({
  input: { type: "object", properties: { ...properties } },
});

describe("input/branded-ids", () => {
  it("points at the parameter, at any depth", () => {
    const owner = { type: "object", properties: { user_id: { type: "string" } } };

    expect(remarks(inputBrandedIds, input({ owner }))).toEqual([
      expect.objectContaining({ pointer: "/input/properties/owner/properties/user_id" }),
    ]);
  });

  it("follows a reference to the definition of an id", () => {
    const properties = { cardId: { $ref: "#/$defs/id" } };
    const defined = (id: object) => ({
      input: { type: "object", properties, $defs: { id: { ...id } } },
    });

    expect(remarks(inputBrandedIds, defined({ type: "string" }))).toHaveLength(1);
    expect(remarks(inputBrandedIds, defined({ type: "string", pattern: "^card_" }))).toEqual([]);
  });
});
