import { describe, expect, it } from "vitest";
import { remarks } from "../../testing/remarks.ts";
import { inputHeaderAnnotations } from "./header-annotations.ts";

const found = (properties: object) =>
  remarks(inputHeaderAnnotations, { input: { type: "object", properties: { ...properties } } });
const header = (name: unknown, more: object = { type: "string" }) => ({
  ...more,
  "x-mcp-header": name,
});

describe("input/header-annotations", () => {
  it("points at the annotation", () => {
    expect(found({ a: header("bad name") }).map(({ pointer }) => pointer)).toEqual([
      "/input/properties/a/x-mcp-header",
    ]);
  });

  it.each(["", "a:b", "a\nb", "ä", 3, null, ["A"]])("refuses the name %j", (name) => {
    expect(found({ a: header(name) })).toHaveLength(1);
  });

  it("compares names case-insensitively, across levels", () => {
    const where = { type: "object", properties: { b: header("REGION") } };

    expect(found({ a: header("Region"), where })).toHaveLength(1);
  });

  it.each([
    { list: { type: "array", items: header("R") } },
    { a: { oneOf: [header("R")] } },
    { a: { additionalProperties: header("R") } },
  ])("refuses a parameter not reached through properties alone: %j", (properties) => {
    expect(found(properties)).toHaveLength(1);
  });

  it.each([{ type: "number" }, { type: "object" }, { type: ["string", "null"] }, {}])(
    "refuses %j, which no header can carry",
    (schema) => {
      expect(found({ a: header("R", schema) })).toHaveLength(1);
    },
  );

  it("ignores tools without annotations", () => {
    expect(found({ a: { type: "string" } })).toEqual([]);
  });
});
