import { describe, expect, it } from "vitest";
import { contract } from "../../testing/contract.ts";
import { remarks } from "../../testing/remarks.ts";
import { inputDefaultsFit } from "./defaults-fit.ts";

const found = (schema: object) =>
  remarks(inputDefaultsFit, { input: { type: "object", properties: { a: { ...schema } } } });

describe("input/defaults-fit", () => {
  it.each([
    { type: "number", default: 1 },
    { type: "integer", default: 1.0 },
    { type: "array", default: [] },
    { type: "object", default: {} },
    { type: "string", default: "😀", maxLength: 1 },
    { enum: [{ b: 1, a: 2 }], default: { a: 2, b: 1 } },
    { type: "strange", default: 1 },
    { default: 1 },
    { type: "string" },
  ])("accepts %j", (schema) => {
    expect(found(schema)).toEqual([]);
  });

  it.each([
    { type: "string", default: null },
    { type: "boolean", default: "true" },
    { type: "array", default: {} },
    { type: "object", default: [] },
    { type: "integer", default: 1.5 },
    { type: "string", minLength: 1, default: "" },
    { type: "number", minimum: 1, default: 0 },
  ])("finds the misfit in %j", (schema) => {
    expect(found(schema).map(({ pointer }) => pointer)).toEqual(["/input/properties/a/default"]);
  });

  it("repairs by dropping the default", () => {
    const input = { type: "object", properties: { a: { type: "string", default: null } } };

    expect(inputDefaultsFit.repair?.(contract({ input }))).toEqual({
      input: { type: "object", properties: { a: { type: "string" } } },
    });
    expect(inputDefaultsFit.repair?.(contract())).toBeUndefined();
  });
});
