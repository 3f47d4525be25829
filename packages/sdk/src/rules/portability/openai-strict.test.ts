import { describe, expect, it } from "vitest";
import { remarks } from "../../testing/remarks.ts";
import { portabilityOpenaiStrict } from "./openai-strict.ts";

const nested = {
  type: "object",
  properties: { a: { items: { if: {}, not: {} } }, b: { not: {} } },
};

describe("portability/openai-strict", () => {
  it("reports only the first occurrence in a tool", () => {
    expect(
      remarks(portabilityOpenaiStrict, { input: nested }).map(({ pointer }) => pointer),
    ).toEqual(["/input/properties/b/not"]);
  });

  it("does not mistake a parameter name for a keyword", () => {
    const input = { type: "object", properties: { not: { type: "string" } } };

    expect(remarks(portabilityOpenaiStrict, { input })).toEqual([]);
  });

  it("ignores choices inside a parameter", () => {
    const input = { type: "object", properties: { a: { anyOf: [{ type: "string" }] } } };

    expect(remarks(portabilityOpenaiStrict, { input })).toEqual([]);
  });
});
