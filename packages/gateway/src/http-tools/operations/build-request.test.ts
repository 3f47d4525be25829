import type { JsonObject } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { buildRequest } from "./build-request.ts";
import type { HttpTool } from "./http-tool.ts";
import { readToolsFile } from "./read-tools-file.ts";

const base = new URL("https://api.example.com/v1/");

/** Returns the tool of a file with these lines. */
function toolOf(...lines: readonly string[]): HttpTool {
  const usual = ["name: t", "description: d", "output: { type: object }"];
  const reading = readToolsFile(`tools:\n  - ${[...usual, ...lines].join("\n    ")}\n`, "t.yaml");
  const [first] = reading.kind === "tools" ? reading.tools : [];
  if (first === undefined) throw new TypeError(JSON.stringify(reading));
  return first;
}

function build(lines: readonly string[], given: JsonObject = {}) {
  return buildRequest(toolOf(...lines), { arguments: given, base });
}

describe("buildRequest", () => {
  const search = [
    "get: /shops/{shop}/things",
    "input: { shop: { type: string }, kind: { enum: [a, b] }, least: { type: integer }, tags: { type: array, items: { enum: [x, y] } }, region: { type: string } }",
    "optional: [kind, least, tags, region]",
    'query: { kind: "{kind}", tag: "{tags}", $filter: "size gt {least}", limit: 10 }',
    'headers: { X-Region: "{region}", X-Version: 2 }',
  ];

  it("places arguments as the file says", () => {
    const given = { shop: "a b", kind: "a", least: 3, tags: ["x", "y"], region: "eu" };

    expect(build(search, given)).toEqual({
      method: "GET",
      url: "https://api.example.com/v1/shops/a%20b/things?%24filter=size%20gt%203&limit=10&kind=a&tag=x&tag=y",
      headers: { accept: "application/json", "x-region": "eu", "x-version": "2" },
    });
  });

  it("omits missing arguments, and texts that need them", () => {
    expect(build(search, { shop: "s" })).toEqual({
      method: "GET",
      url: "https://api.example.com/v1/shops/s/things?limit=10",
      headers: { accept: "application/json", "x-version": "2" },
    });
  });

  it.each(["..", "a/b", "%2e%2e", ""])("never leaves its path: %j", (shop) => {
    expect(() => build(search, { shop })).toThrow("Expected a part of a path");
  });

  it("refuses adjacent values that combine to a parent folder", () => {
    const lines = ["get: /x/{a}{b}", "input: { a: { type: string }, b: { type: string } }"];

    expect(() => build(lines, { a: "%2", b: "e." })).toThrow("values that stay within");
    expect(build(lines, { a: "a", b: "b" }).url).toBe("https://api.example.com/v1/x/ab");
  });

  it("fills the holes of a body with typed values", () => {
    const lines = [
      "post: /things",
      "input: { name: { type: string }, size: { type: integer }, kind: { enum: [a, b] }, more: { type: object } }",
      "optional: [more, kind]",
      'body: { name: "{name}", about: { size: "{size}", text: "of kind {kind}" }, list: ["{more}", 1], fixed: true }',
    ];

    expect(build(lines, { name: 'a "b"', size: 3, kind: "a" })).toMatchObject({
      headers: { "content-type": "application/json" },
      body: '{"name":"a \\"b\\"","about":{"size":3,"text":"of kind a"},"list":[1],"fixed":true}',
    });
  });

  it("writes forms and texts if the file says so", () => {
    const form = [
      "post: /things",
      "input: { a: { type: string } }",
      'body: { a: "{a}", b: [1, 2] }',
      "content_type: application/x-www-form-urlencoded",
    ];

    expect(build(form, { a: "x&y" }).body).toBe("a=x%26y&b=1&b=2");
  });

  it("joins the pieces of a text in a query and in a header", () => {
    const lines = [
      "get: /things",
      "input: { kind: { enum: [a, b] } }",
      "optional: [kind]",
      `query: { $filter: { join: ["size gt 1", " and kind eq '{kind}'"] } }`,
      'headers: { X-Note: { join: ["all", " of {kind}"] } }',
    ];

    expect(build(lines)).toMatchObject({
      url: "https://api.example.com/v1/things?%24filter=size%20gt%201",
      headers: { "x-note": "all" },
    });
    expect(build(lines, { kind: "a" })).toMatchObject({
      url: "https://api.example.com/v1/things?%24filter=size%20gt%201%20and%20kind%20eq%20%27a%27",
      headers: { "x-note": "all of a" },
    });
  });

  it("refuses values that violate a format the schema did not check", () => {
    const lines = [
      "get: /things",
      "input: { day: { type: string, format: date } }",
      `query: { $filter: "day eq '{day}'" }`,
    ];

    expect(build(lines, { day: "2026-01-02" }).url).toContain("day%20eq%20%272026-01-02%27");
    expect(() => build(lines, { day: "x' or 1 eq 1 or '" })).toThrow("Expected letters, digits");
  });

  it.each([
    ['query: { $filter: "{day}" }', "price gt 0 or 1 eq 1"],
    ['query: { $filter: "day eq {day} and tenant eq 1" }', "1 or 1 eq 1"],
    ['query: { $filter: "day eq {day} and tenant eq 1" }', "1--"],
    ['query: { q: "{day} repo:mine" }', "repo:other"],
    ['headers: { X-Filter: "{day}" }', "a or b"],
  ])("prevents query injection: %s, %j", (line, day) => {
    const lines = ["get: /things", "input: { day: { type: string, format: date } }", line];

    expect(() => build(lines, { day })).toThrow("Expected");
    expect(build(lines, { day: "2026-01-02" })).toMatchObject({ method: "GET" });
  });

  it("prevents query injection in a body", () => {
    const lines = [
      "post: /things",
      "input: { day: { type: string, format: date } }",
      'body: { where: ["{day}"], note: "{day} or so" }',
    ];

    expect(() => build(lines, { day: "1 or 1" })).toThrow("Expected a word");
    expect(build(lines, { day: "2026-01-02" }).body).toContain('"2026-01-02 or so"');
  });

  it("allows spaces in quotes and in word searches", () => {
    const lines = [
      "get: /things",
      'input: { words: { type: string, pattern: "^[a-z ]+$" } }',
      `query: { q: "{words}", $filter: "name eq '{words}'" }`,
    ];

    expect(build(lines, { words: "a or b" }).url).toContain("q=a%20or%20b");
  });

  it.each(["tenant", "Limit", "SKIP", "$filter"])(
    "refuses duplicate parameters, even from a map with the name %s",
    (name) => {
      const lines = [
        "get: /things",
        "input: { more: { type: object }, limit: { type: integer } }",
        "optional: [limit]",
        'query: { tenant: 1, limit: "{limit}", more: { from: more, style: form, explode: true } }',
        "paging: { items: /v, offset: { parameter: skip } }",
      ];

      expect(() => build(lines, { more: { [name]: "2" } })).toThrow("Expected names");
      expect(build(lines, { more: { color: "red" } }).url).toContain("?tenant=1&color=red");
    },
  );

  it("accepts an enum value with any characters", () => {
    const lines = [
      "get: /things",
      `input: { by: { enum: ["name asc", "size(desc)"] } }`,
      'query: { $orderby: "{by}, id", odd: "x{by}" }',
    ];

    expect(build(lines, { by: "size(desc)" }).url).toContain("%24orderby=size%28desc%29%2C%20id");
  });

  it("requests a page by the configured parameter, exactly once", () => {
    const http = toolOf(
      "get: /things",
      "query: { skip: 0, limit: 5 }",
      "paging: { items: /v, offset: { parameter: skip } }",
    );
    const page = { kind: "parameter", parameter: "skip", value: "5" } as const;

    expect(buildRequest(http, { arguments: {}, base, page }).url).toBe(
      "https://api.example.com/v1/things?limit=5&skip=5",
    );
  });

  it.each([
    ["body: { query: all }", '{"query":"all","options":{"$skipToken":"t2"}}'],
    [
      'body: { query: all, options: { $top: 2, $skipToken: "" } }',
      '{"query":"all","options":{"$top":2,"$skipToken":"t2"}}',
    ],
  ])("puts a cursor into the body, with the objects on its way: %s", (line, body) => {
    const http = toolOf(
      "post: /things",
      "terms: { effect: read }",
      line,
      "paging: { items: /v, cursor: { from: /next, body: /options/$skipToken } }",
    );
    const page = { kind: "body", pointer: "/options/$skipToken", value: "t2" } as const;

    expect(buildRequest(http, { arguments: {}, base, page })).toMatchObject({
      url: "https://api.example.com/v1/things",
      body,
    });
  });
});
