import type { JsonValue } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import type { NextPage, Paging } from "../drafts/draft.ts";
import { type Further, nextIn, type Page, readPage, readPages } from "./read-pages.ts";

const url = "https://api.example.com/things";

function paging(next: NextPage, differences: Partial<Paging> = {}): Paging {
  return { items: "/value", next, maxPages: 10, maxItems: 100, ...differences };
}

/** Returns these bodies in sequence, and records the requests. */
function reader(bodies: readonly JsonValue[], headers: readonly string[] = []) {
  const asked: (Further | undefined)[] = [];
  const read = async (further?: Further): Promise<Page> => {
    const index = asked.push(further) - 1;
    const linkHeader = headers[index];
    return {
      url,
      body: bodies[index] ?? null,
      bytes: 10,
      isPartial: false,
      ...(linkHeader !== undefined && { linkHeader }),
    };
  };
  return { read, asked };
}

/** Reads a list whose second page has this content, and no other page. */
function endingWith(second: Pick<Page, "body" | "isEmpty">) {
  const pages = [{ body: { value: [1], next: "/b" } }, second];
  const read = async (further?: Further): Promise<Page> => {
    const content = pages[further === undefined ? 0 : 1];
    return { url, bytes: 10, isPartial: false, ...content };
  };
  return readPages(read, paging({ kind: "link", pointer: "/next" }));
}

describe("readPages", () => {
  it("follows a link in the body", async () => {
    const { read, asked } = reader([
      { value: [1], next: "/b", n: 3 },
      { value: [2, 3], next: null },
    ]);

    const all = await readPages(read, paging({ kind: "link", pointer: "/next" }));

    expect(all).toMatchObject({ pages: 2, items: 3, isComplete: true });
    expect(all.body).toEqual({ value: [1, 2, 3], next: "/b", n: 3 });
    expect(asked).toEqual([undefined, { kind: "link", link: "/b", from: url }]);
  });

  it("follows the Link header", async () => {
    const links = ['<https://x/1>; rel="prev", </b>; title="a, b"; rel="next"'];
    const { read, asked } = reader([{ value: [1] }, { value: [2] }], links);

    await readPages(read, paging({ kind: "header" }));

    expect(asked[1]).toEqual({ kind: "link", link: "/b", from: url });
  });

  it("follows a cursor in the body", async () => {
    const { read, asked } = reader([
      { value: [1], token: "t2" },
      { value: [2], token: "" },
    ]);

    await readPages(read, paging({ kind: "cursor", pointer: "/token", parameter: "page" }));

    expect(asked).toEqual([undefined, { kind: "parameter", parameter: "page", value: "t2" }]);
  });

  it.each(["t2", 7])("follows a cursor into the body of the request: %j", async (token) => {
    const { read, asked } = reader([{ value: [1], token }, { value: [2] }]);

    await readPages(read, paging({ kind: "body-cursor", pointer: "/token", body: "/options/at" }));

    expect(asked).toEqual([undefined, { kind: "body", pointer: "/options/at", value: token }]);
  });

  it.each([
    ["items", ["2", "3"]],
    ["pages", ["1", "2"]],
  ] as const)("counts by %s until a page is empty", async (counts, values) => {
    const { read, asked } = reader([{ value: [1, 2] }, { value: [3] }, { value: [] }]);

    const all = await readPages(
      read,
      paging({ kind: "offset", parameter: "at", counts, start: 0 }),
    );

    expect(asked.slice(1).map((each) => (each?.kind === "parameter" ? each.value : ""))).toEqual(
      values,
    );
    expect(all).toMatchObject({ pages: 3, items: 3, isComplete: true });
  });

  it.each([
    [{ maxPages: 1 }, { pages: 1, items: 2, isComplete: false }],
    [{ maxItems: 3 }, { pages: 2, items: 3, isComplete: false }],
    [{ maxItems: 4 }, { pages: 2, items: 4, isComplete: true }],
  ])("stops at the operation's limits and reports it: %j", async (bounds, expected) => {
    const { read } = reader([{ value: [1, 2], next: "/b" }, { value: [3, 4] }]);

    expect(await readPages(read, paging({ kind: "link", pointer: "/next" }, bounds))).toMatchObject(
      expected,
    );
  });

  it("accepts pages that are lists themselves", async () => {
    const { read } = reader([[1], [2]], ["</b>; rel=next"]);

    const all = await readPages(read, paging({ kind: "header" }, { items: "" }));

    expect(all.body).toEqual([1, 2]);
  });

  it("returns a page without a list unchanged, with no items", async () => {
    const { read } = reader([{ other: 1 }]);

    expect(await readPages(read, paging({ kind: "header" }))).toMatchObject({
      items: 0,
      body: { other: 1 },
    });
  });

  it.each([
    ["to themselves", () => "/same", 2],
    ["to the first", () => url, 1],
    ["in circles", (page: number) => `?page=${page % 3}`, 4],
    ["on without end", (page: number) => `?page=${page}`, 10],
  ])("ends on links that lead %s, without duplicates", async (_, nextOf, pages) => {
    const endless = Array.from({ length: 20 }, (_each, page) => ({
      value: [page],
      next: nextOf(page),
    }));
    const { read, asked } = reader(endless);

    const all = await readPages(read, paging({ kind: "link", pointer: "/next" }));

    expect(all).toMatchObject({ pages, items: pages, isComplete: false });
    expect(asked).toHaveLength(pages);
  });

  it("ends on a cursor that never changes", async () => {
    const { read, asked } = reader(Array.from({ length: 20 }, () => ({ value: [1], token: "t" })));
    const next = { kind: "cursor", pointer: "/token", parameter: "page" } as const;

    expect(await readPages(read, paging(next))).toMatchObject({ pages: 1, isComplete: false });
    expect(asked).toHaveLength(2);
  });

  it("ends on a page that repeats the one before, and does not count it", async () => {
    const same = { value: [{ id: 1 }, { id: 2 }], next: "/b" };
    const { read, asked } = reader([{ ...same, next: "/a" }, same, same]);

    const all = await readPages(read, paging({ kind: "link", pointer: "/next" }));

    expect(all).toMatchObject({ pages: 1, items: 2, isComplete: false, isRepeated: true });
    expect(all.body).toMatchObject({ value: [{ id: 1 }, { id: 2 }] });
    expect(asked).toHaveLength(2);
  });

  it("keeps the items that follow a first page without a list", async () => {
    const { read } = reader([{ next: "/a" }, { value: [1] }]);

    expect(await readPages(read, paging({ kind: "link", pointer: "/next" }))).toMatchObject({
      items: 1,
      body: { value: [1] },
    });
  });

  it("reads on after empty pages", async () => {
    const { read } = reader([{ value: [], next: "/a" }, { value: [], next: "/b" }, { value: [1] }]);

    expect(await readPages(read, paging({ kind: "link", pointer: "/next" }))).toMatchObject({
      pages: 3,
      items: 1,
      isComplete: true,
      isRepeated: false,
    });
  });

  it.each<[string, Pick<Page, "body">]>([
    ["no list", { body: {} }],
    ["null instead of a list", { body: { value: null } }],
    ["an error", { body: { error: { code: "InternalError" } } }],
    ["a text", { body: "Try again later." }],
    ["an empty body", {}],
  ])("fails with a further page that has %s", async (_, second) => {
    await expect(endingWith(second)).rejects.toMatchObject({ kind: "garbled" });
  });

  it("is incomplete with a further page without content", async () => {
    expect(await endingWith({ isEmpty: true })).toMatchObject({
      pages: 1,
      items: 1,
      isComplete: false,
      body: { value: [1] },
    });
  });

  it("accepts more items than a function takes arguments", async () => {
    const many = Array.from({ length: 200_000 }, () => 1);
    const { read } = reader([{ value: [1], next: "/b" }, { value: many }]);

    const all = await readPages(read, paging({ kind: "link", pointer: "/next" }));

    expect(all).toMatchObject({ pages: 2, items: 100, isComplete: false });
  });
});

describe("a list that is not all", () => {
  it.each<[JsonValue, boolean]>([
    [{ value: [1, 2] }, true],
    [{ value: [1, 2], total: 2 }, true],
    [{ value: [1, 2], total: 3 }, false],
    [{ value: [1, 2], continuationToken: "t" }, false],
  ])("is incomplete after its last page: %j", async (body, isComplete) => {
    const { read } = reader([body]);

    expect(await readPages(read, paging({ kind: "link", pointer: "/next" }))).toMatchObject({
      isComplete,
    });
  });

  it("compares the total of the first page with the items of all", async () => {
    const { read } = reader([{ value: [1], next: "/b", total: 2 }, { value: [2] }]);

    expect(await readPages(read, paging({ kind: "link", pointer: "/next" }))).toMatchObject({
      isComplete: true,
    });
  });

  const discovery = { stage: "s" };
  const taken = { discovery, response: { shape: "object", fields: { rows: "/rows" } } } as const;

  const within = {
    discovery,
    response: { shape: "object", fields: { rows: "/value/0/rows" } },
  } as const;

  it.each<[JsonValue, Parameters<typeof readPage>[1], boolean]>([
    [{ value: [1] }, { discovery }, true],
    [{ value: [1], total: 2 }, { discovery }, false],
    [{ value: [1], total: 2 }, {}, true],
    [{ rows: [1], columns: [1, 2, 3], total: 2 }, taken, false],
    [{ "@odata.count": 1, value: [{ rows: [] }] }, within, true],
    [{ "@odata.count": 2, value: [{ rows: [] }] }, within, false],
    [{ value: [1], nextLink: "/b" }, {}, false],
  ])("is incomplete without declared pages: %j, %j", async (body, operation, isComplete) => {
    const { read } = reader([body]);

    expect(await readPage(read, operation)).toMatchObject({ pages: 1, isComplete, body });
  });

  it("is incomplete if the Link header has a further page", async () => {
    const { read } = reader([{ value: [1] }], ["</b>; rel=next"]);

    expect(await readPage(read, {})).toMatchObject({ isComplete: false });
  });
});

describe("the Link header", () => {
  it.each([
    ["<a>; rel=next", "a"],
    ['<a>; rel="prev next"', "a"],
    ['<a>; REL="Next"', "a"],
    ['<a>; rel="nextish"', undefined],
    ["<a>", undefined],
    ["", undefined],
    ["a; rel=next", undefined],
  ])("%j has the next page at %j", (header, expected) => {
    expect(nextIn(header)).toBe(expected);
  });

  it("is parsed in linear time", () => {
    expect(nextIn(`<a>${"; x".repeat(20_000)}<`)).toBeUndefined();
  });
});
