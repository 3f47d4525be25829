import { describe, expect, it } from "vitest";
import type { DraftChange, DraftFilter, StoredDraft } from "../draft-store.ts";
import type { DurableStores } from "../durable-stores.ts";
import { StoreError } from "../store-error.ts";
import { bodies, broken } from "./approvals-given.ts";
import { draft, entry, many, noon } from "./builders.ts";
import type { OpenSuiteStore, SuiteStore } from "./suite-store.ts";

type Open = OpenSuiteStore<DurableStores>;

const first = (differences: Partial<StoredDraft> = {}): DraftChange => ({
  draft: draft(differences),
});

async function openWith(open: Open, ...drafts: readonly Partial<StoredDraft>[]) {
  const handles = await open();
  await handles.first.drafts.put(drafts.map(first), [entry({ body: "imported" })]);
  return handles;
}

/**
 * Tests the contract of every draft store.
 *
 * @example
 * ```ts
 * declare function openEmptyStores(): Promise<DurableStores>;
 * describeDraftStore(async () => {
 *   const stores = await openEmptyStores();
 *   const close = () => stores[Symbol.asyncDispose]();
 *   return { first: stores, second: stores, [Symbol.asyncDispose]: close };
 * });
 * ```
 */
export function describeDraftStore(open: Open): void {
  describe("a draft store", () => {
    describePutting(open);
    describeOvertaking(open);
    describeListing(open);
    describeImport(open);
  });
}

function describePutting(open: Open): void {
  it("returns a put draft with unusual values unchanged, and audits it", async () => {
    await using handles = await open();
    const odd = draft({
      content: `{"d":"'; -- \u{1f600} \\u0000 \\ud800"}`,
      decision: '{"by":"é"}',
    });

    const result = await handles.first.drafts.put(
      [{ draft: odd }],
      [entry({ body: "imported" }), entry({ body: "and more" })],
    );

    expect(result).toBe("put");
    expect(await handles.second.drafts.find("petstore", "get_pet")).toEqual(odd);
    expect(await bodies(handles)).toEqual(["imported", "and more"]);
  });

  it("replaces the expected version", async () => {
    await using handles = await openWith(open, {}, { name: "add_pet" });
    const next = draft({ version: 2, state: "approved", decision: "{}", changedAt: noon + 1 });

    const put = await handles.second.drafts.put([{ draft: next, replaces: 1 }], [entry()]);

    expect(put).toBe("put");
    expect(await handles.first.drafts.find("petstore", "get_pet")).toEqual(next);
    expect(await handles.first.drafts.find("petstore", "add_pet")).toMatchObject({ version: 1 });
  });

  it("drops a decision that the next version does not have", async () => {
    await using handles = await openWith(open, { state: "approved", decision: "{}" });

    await handles.first.drafts.put([{ draft: draft({ version: 2 }), replaces: 1 }], [entry()]);

    expect(await handles.first.drafts.find("petstore", "get_pet")).toEqual(draft({ version: 2 }));
  });

  it("puts nothing when an audit entry fails", async () => {
    await using handles = await open();

    await expect(
      handles.first.drafts.put([first(), first({ name: "add_pet" })], [entry(), broken]),
    ).rejects.toBeInstanceOf(StoreError);

    expect(await handles.first.drafts.list({})).toEqual([]);
    expect(await handles.first.drafts.revision()).toBe(0);
    expect(await bodies(handles)).toEqual([]);
  });

  it("finds no draft in an empty store", async () => {
    await using handles = await openWith(open, {});

    expect(await handles.first.drafts.find("petstore", "none")).toBeUndefined();
    expect(await handles.first.drafts.find("other", "get_pet")).toBeUndefined();
    expect(await handles.first.drafts.find("x' OR '1'='1", "\0")).toBeUndefined();
  });
}

function describeOvertaking(open: Open): void {
  it.each<{ readonly case: string; readonly changes: readonly DraftChange[] }>([
    { case: "one is there that must not be", changes: [first({ name: "a" }), first()] },
    {
      case: "one is not there that must be",
      changes: [first({ name: "a" }), { draft: draft({ name: "b" }), replaces: 1 }],
    },
    {
      case: "one has another version",
      changes: [first({ name: "a" }), { draft: draft({ version: 3 }), replaces: 2 }],
    },
    { case: "one is changed twice", changes: [first({ name: "a" }), first({ name: "a" })] },
  ])("puts none of them if $case", async ({ changes }) => {
    await using handles = await openWith(open, {});
    const before = await handles.first.drafts.revision();

    expect(await handles.second.drafts.put(changes, [entry()])).toBe("overtaken");

    expect((await handles.first.drafts.list({})).map(({ name }) => name)).toEqual(["get_pet"]);
    expect(await handles.first.drafts.revision()).toBe(before);
    expect(await bodies(handles)).toEqual(["imported"]);
  });

  it("lets one of many concurrent writers replace a version", async () => {
    await using handles = await openWith(open, {});

    const results = await Promise.all(
      many(10, "digest").map((digest, index) =>
        (index % 2 === 0 ? handles.first : handles.second).drafts.put(
          [{ draft: draft({ version: 2, digest }), replaces: 1 }],
          [entry({ body: digest })],
        ),
      ),
    );

    expect(results.filter((result) => result === "put")).toHaveLength(1);
    const winner = await handles.first.drafts.find("petstore", "get_pet");
    expect(await bodies(handles)).toEqual(["imported", winner?.digest]);
  });
}

function describeListing(open: Open): void {
  const given: readonly Partial<StoredDraft>[] = [
    { set: "zoo", name: "a", state: "approved", decision: "{}" },
    { name: "get_pet", state: "approved", decision: "{}" },
    { name: "add_pet" },
    { name: "Add_pet", state: "rejected", decision: "{}" },
    { name: "find_pet", state: "approved", decision: "{}" },
  ];

  it.each<{ readonly filter: DraftFilter; readonly names: readonly string[] }>([
    { filter: {}, names: ["Add_pet", "add_pet", "find_pet", "get_pet", "a"] },
    { filter: { set: "zoo" }, names: ["a"] },
    { filter: { state: "approved" }, names: ["find_pet", "get_pet", "a"] },
    { filter: { set: "petstore", state: "pending" }, names: ["add_pet"] },
    { filter: { set: "x' OR '1'='1" }, names: [] },
    { filter: { set: "\0" }, names: [] },
  ])("lists those of $filter by set and name, without their content", async (row) => {
    await using handles = await openWith(open, ...given);

    const found = await handles.second.drafts.list(row.filter);

    expect(found.map(({ name }) => name)).toEqual(row.names);
    expect(found.filter((each) => "content" in each)).toEqual([]);
  });

  it("returns the approved drafts of a set with their content", async () => {
    await using handles = await openWith(open, ...given);

    expect(await handles.second.drafts.approved("petstore")).toEqual([
      draft({ name: "find_pet", state: "approved", decision: "{}" }),
      draft({ name: "get_pet", state: "approved", decision: "{}" }),
    ]);
    expect(await handles.second.drafts.approved("none")).toEqual([]);
  });

  it("has a revision that grows with every change, in every process", async () => {
    await using handles = await open();
    const seen = [await handles.second.drafts.revision()];
    await handles.first.drafts.put([first()], [entry()]);
    seen.push(await handles.second.drafts.revision());
    await handles.first.drafts.put([{ draft: draft({ version: 2 }), replaces: 1 }], [entry()]);
    seen.push(await handles.second.drafts.revision());

    expect(seen).toEqual([...new Set(seen)].toSorted((a, b) => a - b));
    expect(seen).toHaveLength(3);
  });
}

function describeImport(open: Open): void {
  // Large documents have this many operations of this size.
  it("puts 1,200 drafts of an import in one transaction", { timeout: 10_000 }, async () => {
    await using handles = await open();
    const content = JSON.stringify({ schema: "x".repeat(8_000) });
    const names = many(1_200, "tool_");
    const changes = names.map((name) => first({ name, content }));

    const put = await handles.first.drafts.put(
      changes,
      names.map((name) => entry({ body: name })),
    );

    expect(put).toBe("put");
    expect(await handles.second.drafts.list({ set: "petstore" })).toHaveLength(1_200);
    const again = changes.map(({ draft: before }) => ({
      draft: { ...before, version: 2 },
      replaces: 1,
    }));
    expect(await handles.second.drafts.put(again, [entry()])).toBe("put");
    expect(await countOf(handles)).toBe(1_201);
  });
}

async function countOf({ first: { audit } }: SuiteStore<DurableStores>): Promise<number> {
  return (await audit.last())?.sequence ?? 0;
}
