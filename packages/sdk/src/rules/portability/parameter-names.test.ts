import { describe, expect, it } from "vitest";
import { remarks } from "../../testing/remarks.ts";
import { portabilityParameterNames } from "./parameter-names.ts";

describe("portability/parameter-names", () => {
  it("reports only the first occurrence in a tool", () => {
    const input = { type: "object", properties: { a: {}, "b c": {}, "d e": {} } };

    expect(remarks(portabilityParameterNames, { input }).map(({ pointer }) => pointer)).toEqual([
      "/input/properties/b c",
    ]);
  });

  it("checks nested parameters", () => {
    const input = { type: "object", properties: { a: { properties: { "": {} } } } };

    expect(remarks(portabilityParameterNames, { input })).toHaveLength(1);
  });
});
