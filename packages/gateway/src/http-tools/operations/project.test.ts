import type { JsonObject, JsonValue } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { createColumnCheck, longestTaken, projected } from "./project.ts";

const garbled = "The answer could not be read.";

describe("a projected list", () => {
  const things = { each: "/value", take: { id: "/id", status: "/properties/status/code" } };

  it("has the taken fields of each item, and no others", () => {
    const value = [
      { id: "a", secret: 1, properties: { status: { code: "ok" } } },
      { id: "b", properties: {} },
    ];

    expect(projected({ things, all: "/count" }, { value, count: 2 })).toEqual({
      things: [{ id: "a", status: "ok" }, { id: "b" }],
      all: 2,
    });
  });

  it("may take whole items", () => {
    expect(projected({ names: { each: "", take: { name: "" } } }, ["a", "b"])).toEqual({
      names: [{ name: "a" }, { name: "b" }],
    });
  });

  it("is left out if the answer has none", () => {
    expect(projected({ things }, {})).toEqual({});
  });

  it.each([null, {}, "a"])("is a failure if the answer has %j instead", (value) => {
    expect(() => projected({ things }, { value })).toThrow(garbled);
  });
});

describe("a projected table", () => {
  const costs = {
    table: { columns: "/columns", rows: "/rows" },
    take: { amount: "Cost", group: ["Service", "Region"], day: "Day" },
  };
  const table = (columns: JsonValue, rows: JsonValue): JsonObject =>
    projected({ costs }, { columns, rows });

  it("has the values by the names of the columns, with their types", () => {
    const columns = [{ name: "Region", type: "String" }, { name: "Cost" }, { name: "Currency" }];

    expect(
      table(columns, [
        ["eu", 1.5, "EUR"],
        ["us", null, "USD"],
      ]),
    ).toEqual({
      costs: [
        { group: "eu", amount: 1.5 },
        { group: "us", amount: null },
      ],
    });
  });

  it("may name its columns by texts", () => {
    expect(table(["Cost", "Region", "Service"], [[1, "eu", "disk"]])).toEqual({
      costs: [{ amount: 1, group: "disk" }],
    });
  });

  it("is empty without rows, and left out if the answer has no table", () => {
    expect(table([{ name: "Cost" }], [])).toEqual({ costs: [] });
    expect(projected({ costs }, {})).toEqual({});
  });

  it.each<[string, JsonValue, JsonValue]>([
    ["a short row", ["Cost", "Day"], [[1, 2], [1]]],
    ["a long row", ["Cost"], [[1, 2]]],
    ["a row that is no list", ["Cost"], [{ Cost: 1 }]],
    ["rows that are no list", ["Cost"], {}],
    ["rows without columns", [], [[1]]],
    ["a column without a name", [{ type: "String" }], [[1]]],
    ["two columns of the same name", ["Cost", "Cost"], [[1, 2]]],
  ])("is a failure with %s", (_, columns, rows) => {
    expect(() => table(columns, rows)).toThrow(garbled);
  });
});

describe("longestTaken", () => {
  const outer = [{ inner: [], name: "a" }];
  const answer = { n: 1, one: [1], two: [1, 2], three: [1, 2, 3], outer };

  it.each([
    [{ a: "/n" }, undefined],
    [{ a: "/two", b: "/n" }, 2],
    [{ a: { each: "/one", take: {} }, b: "/gone" }, 1],
    [{ a: { table: { columns: "/three", rows: "/one" }, take: {} } }, 1],
    [{ a: { each: "/one", take: {} }, b: "/three" }, 3],
    [{ a: { each: "/outer/0/inner", take: {} } }, 1],
    [{ a: "/outer/0/name" }, 1],
  ])("of %j is %j", (fields, length) => {
    expect(longestTaken(fields, answer)).toBe(length);
  });
});

describe("the columns of several pages", () => {
  const source = { table: { columns: "/columns", rows: "/rows" }, take: { a: "A" } };
  const check = (...pages: readonly JsonValue[]) => {
    const next = createColumnCheck({ all: source, count: "/count" });
    for (const page of pages) next(page);
  };

  it("stay the same", () => {
    const page = { columns: ["A", "B"], rows: [[1, 2]] };

    expect(() => check(page, page, { columns: [], rows: [] }, {})).not.toThrow();
  });

  it("may come after pages without any, and are those of the first page then", () => {
    const first = { columns: [], rows: [] };
    const bare = { rows: [] };
    const late = { columns: ["A", "B"], rows: [[1, 2]] };
    check(first, {}, late);
    check(bare, late);

    expect([first.columns, bare]).toEqual([["A", "B"], { columns: ["A", "B"], rows: [] }]);
  });

  it("may not change their order after a page without rows", () => {
    expect(() =>
      check({ columns: ["A", "B"], rows: [] }, { columns: ["B", "A"], rows: [[2, 1]] }),
    ).toThrow(garbled);
  });

  it("may not change their order", () => {
    expect(() =>
      check({ columns: ["A", "B"], rows: [[1, 2]] }, { columns: ["B", "A"], rows: [[2, 1]] }),
    ).toThrow(garbled);
  });
});
