import { describe, expect, it } from "vitest";
import { maxSearched } from "../call-search.ts";
import type { CallFilter, CallStore, IndexedCall } from "../call-store.ts";
import type { DurableStores } from "../durable-stores.ts";
import { entry, many, noon } from "./builders.ts";
import type { OpenSuiteStore } from "./suite-store.ts";

type Stores = Pick<DurableStores, "audit" | "calls">;
type Open = OpenSuiteStore<Stores>;

/**
 * Tests the contract of every index of calls, over the audit log of the same database.
 *
 * @example
 * ```ts
 * declare function openEmptyStores(): Promise<DurableStores>;
 * describeCallStore(async () => {
 *   const stores = await openEmptyStores();
 *   const close = () => stores[Symbol.asyncDispose]();
 *   return { first: stores, second: stores, [Symbol.asyncDispose]: close };
 * });
 * ```
 */
export function describeCallStore(open: Open): void {
  describe("an index of calls", () => {
    describeIndexing(open);
    describeSecondReader(open);
    describeOddRows(open);
    describeFinding(open);
    describePaging(open);
    describeBounds(open);
  });
}

interface Told extends Partial<Pick<IndexedCall, "at" | "tool" | "server" | "subject">> {
  readonly tenant?: string;
}

/** Builds the row that begins a call. */
function opened(callId: string, told: Told = {}) {
  const { at = noon, tool = "hello", server, subject = "s-1", tenant } = told;
  const target = server === undefined ? undefined : { server, name: tool };
  const principal = { id: subject, kind: "user" };
  const body = { at, callId, kind: "call.opened", principal, target, tenant, tool };
  return entry({ body: JSON.stringify(body), callId, part: "intent", at });
}

interface Ended {
  readonly status?: string;
  readonly code?: string;
  readonly server?: string;
}

/** Builds the row that ends it. */
function closed(callId: string, { status = "answered", code = status, server }: Ended = {}) {
  const target = server === undefined ? undefined : { server };
  const body = { at: noon, callId, code, kind: "call.closed", ms: 1.5, status, target };
  return entry({ body: JSON.stringify(body), callId, part: "outcome" });
}

async function setUp(
  { first }: { readonly first: Stores },
  ...entries: readonly ReturnType<typeof entry>[]
) {
  await first.audit.append(entries, "committed");
  await indexAll(first.calls);
}

async function indexAll(calls: CallStore, max = 500): Promise<void> {
  for (;;) {
    const { indexedTo, last } = await calls.index(max);
    if (indexedTo === last) return;
  }
}

async function idsOf(calls: CallStore, filter: CallFilter): Promise<readonly string[]> {
  const found = await calls.list(filter, 100);
  return found.calls.map(({ callId }) => callId);
}

function describeIndexing(open: Open): void {
  it("is empty, and writes nothing by itself", async () => {
    await using handles = await open();
    await handles.first.audit.append([opened("a"), closed("a")], "committed");

    expect(await handles.second.calls.progress()).toEqual({ indexedTo: 0, last: 2 });
    expect(await handles.second.calls.list({}, 10)).toEqual({ calls: [] });
  });

  it("has a call with both of its rows", async () => {
    await using handles = await open();
    const end = { status: "refused", code: "policy-denied", server: "crm" };
    await setUp(handles, opened("a", { tenant: "north" }), closed("a", end));

    expect(await handles.second.calls.find("a")).toEqual({
      callId: "a",
      row: 1,
      endRow: 2,
      at: noon,
      ms: 1.5,
      tool: "hello",
      server: "crm",
      status: "refused",
      code: "policy-denied",
      subject: "s-1",
      tenant: "north",
    });
    expect(await handles.second.calls.find("b")).toBeUndefined();
  });

  it("goes on where it ended, a few rows at a time", async () => {
    await using handles = await open();
    const { audit, calls } = handles.first;
    await audit.append([opened("a", { server: "crm" }), opened("b"), closed("b")], "committed");

    expect(await calls.index(2)).toEqual({ indexedTo: 2, last: 3 });
    expect(await calls.find("b")).toMatchObject({ status: "started", code: "", endRow: null });
    expect(await handles.second.calls.index(2)).toEqual({ indexedTo: 3, last: 3 });
    expect(await calls.index(2)).toEqual({ indexedTo: 3, last: 3 });
    await audit.append([closed("a")], "committed");
    await calls.index(2);

    expect(await calls.find("a")).toMatchObject({ server: "crm", status: "answered", endRow: 4 });
    expect(await calls.find("b")).toMatchObject({ row: 2, endRow: 3, ms: 1.5 });
  });
}

function describeSecondReader(open: Open): void {
  it("is the same after two processes have read at once", async () => {
    await using handles = await open();
    const names = many(40, "call-");
    const rows = names.flatMap((id) => [opened(id), closed(id)]);
    await handles.first.audit.append(rows, "committed");

    const { first, second } = handles;
    await Promise.all([first, second, first, second].map(({ calls }) => indexAll(calls, 7)));

    expect(await idsOf(first.calls, {})).toEqual([...names].toReversed());
    expect(await idsOf(second.calls, { status: "answered" })).toHaveLength(40);
  });
}

function describeOddRows(open: Open): void {
  it("takes the first intent and the first outcome of a call", async () => {
    await using handles = await open();
    const again = opened("a", { tool: "other" });
    await setUp(handles, opened("a", { server: "crm" }));
    await setUp(handles, again, closed("a"), closed("a", { status: "failed" }));

    expect(await handles.first.calls.find("a")).toMatchObject({
      row: 1,
      tool: "hello",
      server: "crm",
      endRow: 3,
      status: "answered",
    });
    expect((await handles.first.calls.list({}, 10)).calls).toHaveLength(1);
  });

  it("passes over rows of another form", async () => {
    await using handles = await open();
    const odd = ["[]", "no JSON", '{"kind":"call.opened"}', '{"kind":"call.closed","callId":"x"}'];
    const zero = opened("a", { tool: "a\0b" });
    await setUp(handles, ...odd.map((body) => entry({ body })), zero);

    const found = await handles.first.calls.list({}, 10);
    expect(found.calls).toMatchObject([{ callId: "a", row: 5, tool: "ab" }]);
  });

  it("cuts a name between characters, so that no caller's name stops it", async () => {
    await using handles = await open();
    // A log shows a hidden character as an escape, which is longer than the character.
    const long = "x".repeat(511);
    await setUp(handles, opened("a", { tool: `${long}\u{1f600}` }), opened("b"));

    expect(await handles.first.calls.find("a")).toMatchObject({ tool: `${long}\ufffd` });
    expect(await handles.first.calls.find("b")).toMatchObject({ tool: "hello" });
  });

  it("knows calls that an operator closed", async () => {
    await using handles = await open();
    const body = JSON.stringify({ about: { row: 1 }, at: noon, callId: "a", kind: "call.lost" });
    await setUp(handles, opened("a"), entry({ body, callId: "a", part: "outcome" }));

    expect(await handles.first.calls.find("a")).toMatchObject({ status: "lost", ms: null });
  });
}

const told: readonly (readonly [id: string, told: Told, ended?: Ended])[] = [
  ["aaaa-1", {}, {}],
  ["aaaa-2", { tool: "other", at: noon + 1 }, { server: "crm" }],
  ["bbbb-1", { subject: "s-2", at: noon + 2 }, { status: "refused", code: "rate-limited" }],
  ["bbbb-2", { tenant: "north", at: noon + 3 }, { status: "failed", code: "tool-failed" }],
  ["c'%_\"", { at: noon + 4 }],
];

function describeFinding(open: Open): void {
  it.each<readonly [CallFilter, readonly string[]]>([
    [{}, ["c'%_\"", "bbbb-2", "bbbb-1", "aaaa-2", "aaaa-1"]],
    [{ tool: "other" }, ["aaaa-2"]],
    [{ server: "crm" }, ["aaaa-2"]],
    [{ status: "refused" }, ["bbbb-1"]],
    [{ status: "started" }, ["c'%_\""]],
    [{ code: "tool-failed" }, ["bbbb-2"]],
    [{ subject: "s-2" }, ["bbbb-1"]],
    [{ tenant: "north" }, ["bbbb-2"]],
    [{ tenant: "north", tool: "other" }, []],
    [{ tool: "hello", status: "answered" }, ["aaaa-1"]],
    [{ id: "aaaa" }, ["aaaa-2", "aaaa-1"]],
    [{ id: "aaaa", tool: "other", from: noon }, ["aaaa-2"]],
    [{ id: "%" }, []],
    [{ from: noon + 3 }, ["c'%_\"", "bbbb-2"]],
    [{ to: noon + 1 }, ["aaaa-1"]],
    [{ from: noon + 1, to: noon + 3, subject: "s-1" }, ["aaaa-2"]],
    [{ tool: "x' OR '1'='1\0" }, []],
  ])("finds by %j", async (filter, ids) => {
    await using handles = await open();
    const rows = told.flatMap(([id, begun, ended]) => [
      opened(id, begun),
      ...(ended === undefined ? [] : [closed(id, ended)]),
    ]);
    await setUp(handles, ...rows);

    expect(await idsOf(handles.second.calls, filter)).toEqual(ids);
  });
}

function describePaging(open: Open): void {
  it("gives each call once, page after page, also with equal times", async () => {
    await using handles = await open();
    const names = many(10, "call-");
    await setUp(handles, ...names.map((id, index) => opened(id, { at: noon + (index >> 2) })));

    const seen: string[] = [];
    let page = await handles.first.calls.list({ tool: "hello" }, 3);
    seen.push(...page.calls.map(({ callId }) => callId));
    while (page.next !== undefined) {
      page = await handles.first.calls.list({ tool: "hello" }, 3, page.next);
      seen.push(...page.calls.map(({ callId }) => callId));
    }

    expect(seen).toEqual([...names].toReversed());
  });

  it("does not go on after the last page, nor where nothing is", async () => {
    await using handles = await open();
    await setUp(handles, opened("a"), opened("b"));

    expect(await handles.first.calls.list({}, 2)).toMatchObject({ calls: [{}, {}] });
    expect(await handles.first.calls.list({}, 2)).not.toHaveProperty("next");
    expect(await handles.first.calls.list({ tool: "hello", code: "x" }, 2)).toEqual({ calls: [] });
  });
}

function describeBounds(open: Open): void {
  it("finds a rare call behind many others, in bounded steps", async () => {
    await using handles = await open();
    const rare = opened("rare", { subject: "s-2", at: noon - 1 });
    const other = opened("other", { subject: "s-2", tool: "other", at: noon + 1 });
    const names = many(maxSearched + 50, "call-");
    await setUp(handles, rare, other, ...names.map((id) => opened(id, { server: "crm" })));

    let page = await handles.first.calls.list({ tool: "hello", server: "" }, 5);
    let steps = 1;
    while (page.calls.length === 0 && page.next !== undefined && steps < 5) {
      page = await handles.first.calls.list({ tool: "hello", server: "" }, 5, page.next);
      steps += 1;
    }

    expect(page.calls).toMatchObject([{ callId: "rare" }]);
    expect(steps).toBeLessThan(4);
  }, 60_000);
}
