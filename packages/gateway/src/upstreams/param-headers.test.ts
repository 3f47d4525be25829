import type { JsonObject, JsonValue } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { ParamHeaders } from "./param-headers.ts";

function headersFor(inputSchema: JsonValue, input: JsonObject) {
  const headers = new ParamHeaders();
  headers.learn([{ name: "query", inputSchema }, "not a tool"]);
  return headers.of("query", input);
}

const region = { properties: { region: { type: "string", "x-mcp-header": "Region" } } };

describe("param headers", () => {
  it.each([
    ["eu-west", "eu-west"],
    ["a b", "a b"],
    ["", "=?base64??="],
    [" padded", "=?base64?IHBhZGRlZA==?="],
    ["Zürich", "=?base64?WsO8cmljaA==?="],
    ["a\r\nx-admin: yes", "=?base64?YQ0KeC1hZG1pbjogeWVz?="],
    ["=?base64?eA==?=", "=?base64?PT9iYXNlNjQ/ZUE9PT89?="],
  ])("carry %j as %j", (given, carried) => {
    expect(headersFor(region, { region: given })).toEqual({ "Mcp-Param-Region": carried });
  });

  it("find annotations at any depth, and format numbers and booleans", () => {
    const schema = {
      properties: {
        where: {
          properties: {
            shard: { type: "integer", "x-mcp-header": "Shard" },
            dry: { type: "boolean", "x-mcp-header": "Dry" },
          },
        },
      },
    };

    expect(headersFor(schema, { where: { shard: 7, dry: false } })).toEqual({
      "Mcp-Param-Shard": "7",
      "Mcp-Param-Dry": "false",
    });
  });

  it.each(["api_key", "password", "access_token", "Authorization"])("never carry %s", (name) => {
    const schema = { properties: { [name]: { type: "string", "x-mcp-header": "Region" } } };

    expect(headersFor(schema, { [name]: "s3cret-value" })).toEqual({});
  });

  it.each([{}, { region: null }, { region: { odd: true } }])("are absent for %j", (input) => {
    expect(headersFor(region, input)).toEqual({});
  });

  it.each([
    { properties: { region: { type: "string", "x-mcp-header": "a\r\nb" } } },
    { properties: { region: { type: "object", "x-mcp-header": "Region" } } },
    { anyOf: [region] },
    { properties: { region: { type: "string", description: "Bearer", "x-mcp-header": 7 } } },
    7,
  ])("are not made from %j", (schema) => {
    expect(headersFor(schema, { region: "eu" })).toEqual({});
  });

  it.each([
    { properties: { a: { type: "string", "x-mcp-header": "" } } },
    { properties: { a: { type: "string", "x-mcp-header": "My Region" } } },
    { properties: { a: { type: "string", "x-mcp-header": "Région" } } },
    { properties: { a: { type: "string", "x-mcp-header": 7 } } },
    { properties: { a: { type: "number", "x-mcp-header": "A" } } },
    { properties: { a: { "x-mcp-header": "A" } } },
    { properties: { a: { type: "array", items: { type: "string", "x-mcp-header": "A" } } } },
    { anyOf: [region] },
    { type: "string", "x-mcp-header": "A" },
    {
      properties: {
        a: { type: "string", "x-mcp-header": "Region" },
        b: { type: "string", "x-mcp-header": "region" },
      },
    },
    {
      properties: Object.fromEntries(
        Array.from({ length: 33 }, (_, at) => [
          `p${at}`,
          { type: "string", "x-mcp-header": `H${at}` },
        ]),
      ),
    },
  ])("make a tool invalid that asks for %j", (inputSchema) => {
    const good = { name: "good", inputSchema: region };
    const tools = [good, { name: "bad", inputSchema }, "odd", { name: "bare" }];

    expect(new ParamHeaders().learn(tools)).toEqual([good, "odd", { name: "bare" }]);
  });

  it("may be requested at any depth, and under any name", () => {
    const schema = {
      properties: { "a/b": { properties: { "c~d": { type: "string", "x-mcp-header": "X" } } } },
    };

    expect(headersFor(schema, { "a/b": { "c~d": "eu" } })).toEqual({ "Mcp-Param-X": "eu" });
  });

  it("ignore a property that is named like the annotation", () => {
    const tool = { name: "t", inputSchema: { properties: { "x-mcp-header": { type: "object" } } } };

    expect(new ParamHeaders().learn([tool])).toEqual([tool]);
  });

  it("are absent for tools that were not listed", () => {
    expect(new ParamHeaders().of("query", { region: "eu" })).toEqual({});
  });
});
