import { cpuUsage } from "node:process";
import type { JsonObject } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import type { HttpOperation } from "./draft.ts";
import { freeQueries } from "./free-queries.ts";

/** Finds free queries in an operation with one query parameter, or with a body of these fields. */
function freeIn(
  sent: { readonly [Name in "query" | "body"]?: JsonObject },
  $defs: JsonObject = {},
) {
  const { query = {}, body } = sent;
  const operation: HttpOperation = {
    method: "POST",
    base: { path: "" },
    path: "/",
    parameters: Object.keys(query).map((name) => ({
      place: "query",
      name,
      style: "form",
      explode: false,
    })),
    ...(body && { body: { contentType: "application/json" } }),
    security: [],
  };
  const properties = {
    query: { properties: query },
    ...(body && { body: { type: "object", properties: body } }),
  };
  const tool = { name: "t", inputSchema: { type: "object", properties, $defs } };
  return freeQueries({ tool, operation }).map(({ argument }) => argument);
}

const text = { type: "string" };

describe("freeQueries", () => {
  it.each(["filter", "$filter", "jql", "orderBy", "search[where]", "q"])(
    "finds free text under the name %s",
    (name) => {
      expect(freeIn({ query: { [name]: text } })).toEqual([`/query/${name}`]);
    },
  );

  it.each<JsonObject>([
    { enum: ["new", "old"] },
    { type: ["integer", "null"] },
    { $ref: "#/$defs/order" },
    { type: "array", items: { $ref: "#/$defs/order" } },
    { $ref: "#/$defs/twice", description: "How to sort" },
    { $ref: "#/$defs/both" },
  ])("ignores a value with a restricted type, wherever it is declared: %j", (schema) => {
    const order = { type: "string", enum: ["asc", "desc"] };
    const both = {
      type: "object",
      properties: { by: { $ref: "#/$defs/order" } },
      additionalProperties: false,
    };

    expect(
      freeIn({ query: { filter: schema } }, { order, both, twice: { $ref: "#/$defs/order" } }),
    ).toEqual([]);
  });

  it.each<JsonObject>([
    { $ref: "#/$defs/free" },
    { $ref: "#/$defs/nothing" },
    { $ref: "#/$defs/itself" },
    { $ref: "https://example.com/order" },
    { type: ["string", "null"] },
  ])("follows references, and reports a query if in doubt: %j", (schema) => {
    const defs = { free: text, itself: { $ref: "#/$defs/itself" } };

    expect(freeIn({ query: { filter: schema } }, defs)).toEqual(["/query/filter"]);
  });

  it("finds queries in a body that is a single argument", () => {
    const body = {
      title: text,
      query: text,
      page: { type: "object", properties: { where: { $ref: "#/$defs/text" }, size: text } },
      filters: { type: "array", items: text },
      sort: { enum: ["name"] },
    };

    expect(freeIn({ body }, { text })).toEqual([
      "/body/query",
      "/body/page/where",
      "/body/filters",
    ]);
  });

  it("takes little time, even for a short schema that expands without end", () => {
    const levels = Array.from({ length: 9 }, (_, level) => {
      const next = level === 8 ? { type: "integer" } : { $ref: `#/$defs/l${level + 1}` };
      const properties = Object.fromEntries(
        Array.from({ length: 20 }, (__, index) => [`p${index}`, next]),
      );
      return [`l${level}`, { type: "object", properties, additionalProperties: false }] as const;
    });
    const start = cpuUsage();

    const found = freeIn({ query: { filter: { $ref: "#/$defs/l0" } } }, Object.fromEntries(levels));

    expect(cpuUsage(start).user).toBeLessThan(600_000);
    expect(found).toEqual(["/query/filter"]);
  });

  it("terminates for an endlessly nested body", () => {
    const node = { type: "object", properties: { sql: text, next: { $ref: "#/$defs/node" } } };

    expect(freeIn({ body: { node: { $ref: "#/$defs/node" } } }, { node }).length).toBeLessThan(10);
  });
});
