import { describe, expect, it } from "vitest";
import { remarks } from "../../testing/remarks.ts";
import { portabilityOpenaiStrict } from "./openai-strict.ts";

const nested = {
  type: "object",
  properties: { a: { items: { if: {}, not: {} } }, b: { not: {} } },
};

describe("portability/openai-strict", () => {
  it("says it once a tool, at the first place", () => {
    expect(
      remarks(portabilityOpenaiStrict, { input: nested }).map(({ pointer }) => pointer),
    ).toEqual(["/input/properties/b/not"]);
  });

  it("does not take a parameter of that name for a keyword", () => {
    const input = { type: "object", properties: { not: { type: "string" } } };

    expect(remarks(portabilityOpenaiStrict, { input })).toEqual([]);
  });

  it("leaves choices inside a parameter alone", () => {
    const input = { type: "object", properties: { a: { anyOf: [{ type: "string" }] } } };

    expect(remarks(portabilityOpenaiStrict, { input })).toEqual([]);
  });
});
