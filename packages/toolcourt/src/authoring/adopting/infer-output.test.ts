import type { JsonObject } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { inferOutput } from "./infer-output.ts";

const said = (text: string): JsonObject => ({ content: [{ type: "text", text }] });
const image = { content: [{ type: "image", data: "aGk=", mimeType: "image/png" }] };

describe("inferOutput", () => {
  it("uses structured content if every answer has it", () => {
    const answers = [{ structuredContent: { n: 1 } }, { structuredContent: { n: 2 } }];

    expect(inferOutput(answers)).toEqual({
      output: { type: "object", properties: { n: { type: "integer" } }, required: ["n"] },
      values: [{ n: 1 }, { n: 2 }],
    });
  });

  it("uses JSON if every text is JSON", () => {
    expect(inferOutput([said('{"n":1}'), said('{"n":2}')])).toMatchObject({
      result: "json-text",
      output: { properties: { n: { type: "integer" } } },
    });
    expect(inferOutput([said("[1]")])).toMatchObject({
      output: { properties: { value: { type: "array", items: { type: "integer" } } } },
    });
  });

  it("falls back to text if one is not JSON, or if the JSON has no known members", () => {
    expect(inferOutput([said('{"n":1}'), said("hello")])).toMatchObject({ result: "text" });
    expect(inferOutput([said("{}")])).toMatchObject({ result: "text", values: [{ text: "{}" }] });
  });

  it("falls back to blocks if there is more than text, or no result at all", () => {
    expect(inferOutput([said("a"), image])).toMatchObject({ result: "blocks" });
    expect(inferOutput([])).toMatchObject({ result: "blocks", values: [] });
  });

  it("ignores errors", () => {
    const failed = { ...said("No such file"), isError: true };

    expect(inferOutput([failed, { structuredContent: { n: 1 } }]).values).toEqual([{ n: 1 }]);
    expect(inferOutput([failed])).toMatchObject({ result: "blocks", values: [] });
  });
});
