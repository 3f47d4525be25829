import { describe, expect, it } from "vitest";
import type { DurableStores } from "../durable-stores.ts";
import type { QuarantineBounds, QuarantinedResult, QuarantineFilter } from "../quarantine-store.ts";
import { many, noon, quarantined } from "./builders.ts";
import type { OpenSuiteStore } from "./suite-store.ts";

type Open = OpenSuiteStore<DurableStores>;
type Handles = Awaited<ReturnType<Open>>;

async function openWith(open: Open, ...kept: readonly Partial<QuarantinedResult>[]) {
  const handles = await open();
  for (const each of kept) await handles.first.quarantine.keep(quarantined(each));
  return handles;
}

async function idsIn({ second }: Handles, filter: QuarantineFilter = {}) {
  return (await second.quarantine.list(filter, 50)).map(({ id }) => id);
}

/**
 * Tests the contract of every store of quarantined results.
 *
 * @example
 * ```ts
 * declare function openEmptyStores(): Promise<DurableStores>;
 * describeQuarantineStore(async () => {
 *   const stores = await openEmptyStores();
 *   const close = () => stores[Symbol.asyncDispose]();
 *   return { first: stores, second: stores, [Symbol.asyncDispose]: close };
 * });
 * ```
 */
export function describeQuarantineStore(open: Open): void {
  describe("a quarantine store", () => {
    describeKeeping(open);
    describeListing(open);
    describeRemoving(open);
    describeBounds(open);
  });
}

function describeKeeping(open: Open): void {
  it("starts empty", async () => {
    await using handles = await open();

    expect(await handles.first.quarantine.find("q-1")).toBeUndefined();
    expect(await handles.first.quarantine.list({}, 10)).toEqual([]);
    expect(await handles.first.quarantine.remove(["q-1"])).toBe(0);
    expect(await handles.first.quarantine.trim({ maxResults: 1, maxBytes: 1 })).toBe(0);
    expect(await handles.first.quarantine.forget(noon, 10)).toBe(0);
  });

  it.each<Partial<QuarantinedResult>>([
    {},
    { text: "", issues: [], isCut: true, redacted: 3 },
    { text: `{"text":"'; -- \u{1f600} \\u0000 \\r\\né` },
    { issues: ["/a\0b: expected text", "x' OR '1'='1", "\u{1f600}"] },
    { tenant: "", tool: "o'dd \u{1f600}" },
    { text: `"${"é".repeat(65_535)}` },
  ])("returns what another handle kept, unchanged: %#", async (differences) => {
    await using handles = await openWith(open, differences);
    const expected = quarantined(differences);

    expect(await handles.second.quarantine.find("q-1")).toStrictEqual(expected);
    const { text: _text, ...listed } = expected;
    expect(await handles.second.quarantine.list({}, 10)).toStrictEqual([listed]);
  });

  it("lets the first one keep its id", async () => {
    await using handles = await openWith(open, {}, { text: "other", tool: "other" });

    expect(await handles.second.quarantine.find("q-1")).toEqual(quarantined());
    expect(await idsIn(handles)).toEqual(["q-1"]);
  });

  it("keeps many at the same time", async () => {
    await using handles = await open();
    const ids = many(20, "q-");

    await Promise.all(
      ids.map((id, index) =>
        (index % 2 === 0 ? handles.first : handles.second).quarantine.keep(quarantined({ id })),
      ),
    );

    expect((await idsIn(handles)).toSorted()).toEqual(ids.toSorted());
  });

  it.each(["none", "q-1' OR '1'='1", "\0"])("finds nothing under %j", async (id) => {
    await using handles = await openWith(open, {});

    expect(await handles.first.quarantine.find(id)).toBeUndefined();
    expect(await handles.first.quarantine.remove([id])).toBe(0);
    expect(await idsIn(handles)).toEqual(["q-1"]);
  });
}

function describeListing(open: Open): void {
  it.each<{ readonly filter: QuarantineFilter; readonly ids: readonly string[] }>([
    { filter: {}, ids: ["d", "c", "b", "a"] },
    { filter: { tenant: "north" }, ids: ["d", "b", "a"] },
    { filter: { tenant: "" }, ids: [] },
    { filter: { tool: "other" }, ids: ["b"] },
    { filter: { server: "crm", tenant: "south" }, ids: ["c"] },
    { filter: { clause: "size" }, ids: ["d"] },
    { filter: { since: noon + 1 }, ids: ["d", "c", "b"] },
    { filter: { before: noon + 2 }, ids: ["b", "a"] },
    { filter: { since: noon + 1, before: noon + 2 }, ids: ["b"] },
    { filter: { tool: "x' OR '1'='1" }, ids: [] },
    { filter: { clause: "\0" }, ids: [] },
    { filter: { behind: { at: noon + 2, id: "d" } }, ids: ["c", "b", "a"] },
    { filter: { behind: { at: noon + 2, id: "c" }, tenant: "north" }, ids: ["b", "a"] },
    { filter: { behind: { at: noon + 1, id: "zzz" }, since: noon + 1 }, ids: ["b"] },
    { filter: { behind: { at: noon, id: "a" } }, ids: [] },
  ])("lists those of $filter, the newest first, without their texts", async ({ filter, ids }) => {
    await using handles = await openWith(
      open,
      { id: "a" },
      { id: "b", at: noon + 1, tool: "other" },
      { id: "c", at: noon + 2, tenant: "south", server: "crm" },
      { id: "d", at: noon + 2, clause: "size" },
    );

    const found = await handles.second.quarantine.list(filter, 10);

    expect(found.map(({ id }) => id)).toEqual(ids);
    expect(found.filter((each) => "text" in each)).toEqual([]);
    expect(await handles.first.quarantine.list(filter, 1)).toEqual(found.slice(0, 1));
  });
}

function describeRemoving(open: Open): void {
  it("removes the named ones, and no other", async () => {
    await using handles = await openWith(open, { id: "a" }, { id: "b" }, { id: "c" });

    expect(await handles.second.quarantine.remove(["a", "c", "none", "\0"])).toBe(2);
    expect(await handles.first.quarantine.remove([])).toBe(0);
    expect(await handles.first.quarantine.remove(["a"])).toBe(0);

    expect(await idsIn(handles)).toEqual(["b"]);
    expect(await handles.first.quarantine.find("a")).toBeUndefined();
  });

  it("removes older ones up to a limit, the oldest first", async () => {
    await using handles = await openWith(
      open,
      { id: "now" },
      { id: "old", at: noon - 2 },
      { id: "older", at: noon - 3 },
    );

    expect(await handles.second.quarantine.forget(noon, 1)).toBe(1);
    expect(await idsIn(handles)).toEqual(["now", "old"]);
    expect(await handles.first.quarantine.forget(noon, 10)).toBe(1);
    expect(await handles.first.quarantine.forget(noon, 10)).toBe(0);

    expect(await idsIn(handles)).toEqual(["now"]);
  });
}

function describeBounds(open: Open): void {
  const text = "1234567890";

  it.each<{ readonly bounds: QuarantineBounds; readonly ids: readonly string[] }>([
    { bounds: { maxResults: 3, maxBytes: 30 }, ids: ["c", "b", "a"] },
    { bounds: { maxResults: 2, maxBytes: 30 }, ids: ["c", "b"] },
    { bounds: { maxResults: 3, maxBytes: 29 }, ids: ["c", "b"] },
    { bounds: { maxResults: 3, maxBytes: 10 }, ids: ["c"] },
    { bounds: { maxResults: 3, maxBytes: 9 }, ids: [] },
  ])("leaves the newest within $bounds", async ({ bounds, ids }) => {
    await using handles = await openWith(
      open,
      { id: "b", at: noon + 1, text },
      { id: "c", at: noon + 2, text },
      { id: "a", text },
    );

    expect(await handles.second.quarantine.trim(bounds)).toBe(3 - ids.length);
    expect(await handles.first.quarantine.trim(bounds)).toBe(0);

    expect(await idsIn(handles)).toEqual(ids);
  });

  it("counts bytes, not characters", async () => {
    await using handles = await openWith(open, { text: "éé" });

    expect(await handles.first.quarantine.trim({ maxResults: 9, maxBytes: 4 })).toBe(0);
    expect(await handles.first.quarantine.trim({ maxResults: 9, maxBytes: 3 })).toBe(1);
  });
}
