import { describe, expect, it } from "vitest";
import { remarks } from "../../testing/remarks.ts";
import { portabilityListItems } from "./list-items.ts";

const found = (schema: object) =>
  remarks(portabilityListItems, { input: { type: "object", properties: { a: { ...schema } } } });

describe("portability/list-items", () => {
  it("reports the list, including a nested one", () => {
    expect(found({ type: "array", items: { type: "array" } })).toEqual([
      {
        pointer: "/input/properties/a/items",
        message: "Say under `items` what this list holds.",
      },
    ]);
  });

  it("reports a nullable list", () => {
    expect(found({ type: ["array", "null"] })).toHaveLength(1);
  });

  it("accepts a tuple", () => {
    expect(found({ type: "array", prefixItems: [{ type: "string" }] })).toEqual([]);
  });
});
