import { describe, expect, it } from "vitest";
import { contract } from "../../testing/contract.ts";
import { remarks } from "../../testing/remarks.ts";
import { outputClosed } from "./closed.ts";

describe("output/closed", () => {
  it("reports the open object", () => {
    const output = {
      type: "object",
      additionalProperties: false,
      properties: { rows: { items: { properties: {} } } },
    };

    expect(remarks(outputClosed, { output }).map(({ pointer }) => pointer)).toEqual([
      "/output/properties/rows/items",
    ]);
  });

  it("accepts an object closed by unevaluatedProperties", () => {
    const output = { type: "object", oneOf: [], unevaluatedProperties: false };

    expect(remarks(outputClosed, { output })).toEqual([]);
  });

  it("repairs by closing the object", () => {
    const output = { type: "object", properties: { ok: { type: "boolean" } } };

    expect(outputClosed.repair?.(contract({ output }))).toEqual({
      output: { ...output, additionalProperties: false },
    });
    expect(outputClosed.repair?.(contract())).toBeUndefined();
  });
});
