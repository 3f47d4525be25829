import type { JsonValue } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { hasLargerTotal, namesFurtherPage } from "./left-behind.ts";

describe("namesFurtherPage", () => {
  it.each<JsonValue>([
    { nextLink: "https://api.example.com/2" },
    { "@odata.nextLink": "/2" },
    { $skipToken: "abc" },
    { next_page: 2 },
    { next: "?page=2" },
    { has_more: true },
    { properties: { nextLink: "/2" } },
    { response_metadata: { next_cursor: "abc" } },
    { _links: { next: { href: "/2" } } },
    { pageInfo: { hasNextPage: true } },
  ])("finds %j", (body) => {
    expect(namesFurtherPage(body)).toBe(true);
  });

  it.each<JsonValue | undefined>([
    undefined,
    null,
    [],
    {},
    { nextLink: null, next: "" },
    { $skipToken: "", next_page: 0, has_more: false },
    { next: "the second of May" },
    { next: { due: "2026-05-02" } },
    { order: { nextLink: "/2" } },
  ])("finds nothing in %j", (body) => {
    expect(namesFurtherPage(body)).toBe(false);
  });
});

describe("hasLargerTotal", () => {
  it.each<[JsonValue, number | undefined, boolean]>([
    [{ totalRecords: 5, data: [1, 2] }, undefined, true],
    [{ totalRecords: 2, data: [1, 2] }, undefined, false],
    [{ total: 5, rows: [1, 2], facets: [] }, undefined, true],
    [{ meta: { total_count: 3 }, rows: [1, 2] }, undefined, true],
    [{ "@odata.count": 3, value: [1] }, 3, false],
    [{ "@odata.count": 3, value: [1] }, 2, true],
    [{ total: 12.5, rows: [1] }, undefined, false],
    [{ total: 12 }, undefined, false],
    [[1], undefined, false],
  ])("of %j with %j items read is %j", (body, items, expected) => {
    expect(hasLargerTotal(body, items)).toBe(expected);
  });

  it("does not mistake the amount of an order for a count", () => {
    const order = { total: 1999, lines: [{ article: 1 }] };

    expect(hasLargerTotal(order, undefined, "unknown")).toBe(false);
    expect(hasLargerTotal({ ...order, totalCount: 2 }, undefined, "unknown")).toBe(true);
  });
});
