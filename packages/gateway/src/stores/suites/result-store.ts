import { describe, expect, it } from "vitest";
import type { DurableStores } from "../durable-stores.ts";
import type { ResultDiscovery, ResultFilter, StoredResult } from "../result-store.ts";
import { many, noon, result } from "./builders.ts";
import type { OpenSuiteStore } from "./suite-store.ts";

type Open = OpenSuiteStore<DurableStores>;

const ofDiscovery: Required<ResultDiscovery> = {
  discoveryId: "d-1",
  connection: "c-1",
  scope: '{"subscriptionId":"s-1","tenantId":"t-1"}',
  tier: "cost",
  stage: "query",
  correlation: "r-1",
};

async function openWith(open: Open, ...results: readonly Partial<StoredResult>[]) {
  const handles = await open();
  for (const each of results) {
    expect(await handles.first.results.keep(result(each))).toBe("kept");
  }
  return handles;
}

/**
 * Tests the contract of every result store.
 *
 * @example
 * ```ts
 * declare function openEmptyStores(): Promise<DurableStores>;
 * describeResultStore(async () => {
 *   const stores = await openEmptyStores();
 *   const close = () => stores[Symbol.asyncDispose]();
 *   return { first: stores, second: stores, [Symbol.asyncDispose]: close };
 * });
 * ```
 */
export function describeResultStore(open: Open): void {
  describe("a result store", () => {
    describeKeeping(open);
    describeListing(open);
    describeForgetting(open);
  });
}

function describeKeeping(open: Open): void {
  it("returns a stored result byte for byte", async () => {
    const odd = { output: `{"text":"'; -- \u{1f600} \\u0000 \\ud800 é\\r\\n"}` };
    await using handles = await openWith(open, odd);

    expect(await handles.second.results.find("call-1")).toEqual(result(odd));
  });

  it("returns what a result of a discovery has, and no other", async () => {
    const some = { callId: "call-2", discoveryId: "d-1", tier: "cost" };
    await using handles = await openWith(open, ofDiscovery, some, { callId: "call-3" });
    const { find, list } = handles.second.results;

    const kept = [result({ callId: "call-3" }), result(some), result(ofDiscovery)];
    for (const each of kept) expect(await find(each.callId)).toStrictEqual(each);
    expect(await list({}, 10)).toStrictEqual(kept.map(({ output: _output, ...rest }) => rest));
  });

  it.each([{}, ofDiscovery])("accepts the same result with %j again", async (discovery) => {
    await using handles = await openWith(open, discovery);

    expect(await handles.second.results.keep(result(discovery))).toBe("kept");
  });

  it.each<Partial<StoredResult>>([
    { output: '{"content":["other"]}' },
    { digest: "sha256:11" },
    { tenant: "south" },
    { tool: "other" },
    { at: noon + 1 },
    { discoveryId: "d-1" },
    { connection: "c-1" },
    { scope: "{}" },
    { tier: "cost" },
    { stage: "query" },
    { correlation: "r-1" },
  ])("does not replace a result by one that differs in %j", async (difference) => {
    await using handles = await openWith(open, {});

    expect(await handles.second.results.keep(result(difference))).toBe("taken");

    expect(await handles.first.results.find("call-1")).toEqual(result());
  });

  it("keeps the first of many concurrent results", async () => {
    await using handles = await open();

    const outputs = many(10, "output");
    const kept = await Promise.all(
      outputs.map((output, index) =>
        (index % 2 === 0 ? handles.first : handles.second).results.keep(result({ output })),
      ),
    );

    expect(kept.filter((each) => each === "kept")).toHaveLength(1);
    const winner = outputs[kept.indexOf("kept")];
    expect((await handles.first.results.find("call-1"))?.output).toBe(winner);
  });

  it.each(["none", "call-1' OR '1'='1", "\0"])("finds no result under %j", async (callId) => {
    await using handles = await openWith(open, {});

    expect(await handles.first.results.find(callId)).toBeUndefined();
  });
}

function describeListing(open: Open): void {
  it.each<{ readonly filter: ResultFilter; readonly ids: readonly string[] }>([
    { filter: {}, ids: ["d", "c", "b", "a"] },
    { filter: { tenant: "north" }, ids: ["d", "b", "a"] },
    { filter: { tenant: "" }, ids: [] },
    { filter: { tool: "other" }, ids: ["b"] },
    { filter: { tenant: "south", tool: "weather" }, ids: ["c"] },
    { filter: { before: noon + 2 }, ids: ["b", "a"] },
    { filter: { tool: "x' OR '1'='1" }, ids: [] },
    { filter: { tenant: "\0" }, ids: [] },
    { filter: { behind: { at: noon + 2, callId: "d" } }, ids: ["c", "b", "a"] },
    { filter: { behind: { at: noon + 2, callId: "c" }, tenant: "north" }, ids: ["b", "a"] },
    { filter: { behind: { at: noon + 1, callId: "zzz" }, before: noon + 1 }, ids: ["a"] },
    { filter: { behind: { at: noon, callId: "a" } }, ids: [] },
  ])("lists those of $filter, the newest first, without their output", async (row) => {
    await using handles = await openWith(
      open,
      { callId: "a" },
      { callId: "b", at: noon + 1, tool: "other" },
      { callId: "c", at: noon + 2, tenant: "south" },
      { callId: "d", at: noon + 2 },
    );

    const found = await handles.second.results.list(row.filter, 10);

    expect(found.map(({ callId }) => callId)).toEqual(row.ids);
    expect(found.filter((each) => "output" in each)).toEqual([]);
    expect(await handles.first.results.list(row.filter, 1)).toEqual(found.slice(0, 1));
  });

  it.each<{ readonly filter: ResultFilter; readonly ids: readonly string[] }>([
    { filter: { discoveryId: "d-1" }, ids: ["e", "c", "a"] },
    { filter: { discoveryId: "d-1", tenant: "north" }, ids: ["c", "a"] },
    { filter: { discoveryId: "d-1", tool: "other" }, ids: ["c"] },
    { filter: { discoveryId: "d-1", before: noon + 2 }, ids: ["a"] },
    { filter: { discoveryId: "d-2" }, ids: ["b"] },
    { filter: { discoveryId: "D-1" }, ids: [] },
    { filter: { discoveryId: "" }, ids: [] },
    { filter: { discoveryId: "\0" }, ids: [] },
    { filter: { discoveryId: "d-1' OR '1'='1" }, ids: [] },
  ])("lists exactly those of the discovery in $filter", async ({ filter, ids }) => {
    await using handles = await openWith(
      open,
      { callId: "a", ...ofDiscovery },
      { callId: "b", at: noon + 1, ...ofDiscovery, discoveryId: "d-2" },
      { callId: "c", at: noon + 2, tool: "other", discoveryId: "d-1" },
      { callId: "d", at: noon + 2 },
      { callId: "e", at: noon + 2, tenant: "south", ...ofDiscovery },
    );

    const found = await handles.second.results.list(filter, 10);

    expect(found.map(({ callId }) => callId)).toEqual(ids);
    expect(await handles.first.results.list(filter, 2)).toEqual(found.slice(0, 2));
  });
}

function describeForgetting(open: Open): void {
  it("removes only older results", async () => {
    await using handles = await openWith(
      open,
      { callId: "old", at: noon - 2 },
      { callId: "older", at: noon - 3 },
      { callId: "now" },
    );

    expect(await handles.second.results.forget(noon, 10)).toBe(2);
    expect(await handles.first.results.forget(noon - 1, 10)).toBe(0);

    expect((await handles.first.results.list({}, 10)).map(({ callId }) => callId)).toEqual(["now"]);
    expect(await handles.first.results.find("old")).toBeUndefined();
  });

  it("removes up to a limit, the oldest first", async () => {
    await using handles = await openWith(
      open,
      { callId: "old", at: noon - 2 },
      { callId: "older", at: noon - 3 },
    );

    expect(await handles.first.results.forget(noon, 1)).toBe(1);

    expect((await handles.first.results.list({}, 10)).map(({ callId }) => callId)).toEqual(["old"]);
  });
}
