import { describe, expect, it } from "vitest";
import type { DurableStores } from "../durable-stores.ts";
import { StoreError } from "../store-error.ts";
import { appended, chained, entry, intent, many, noon, outcome } from "./builders.ts";
import { unchainable } from "./link.ts";
import type { OpenSuiteStore } from "./suite-store.ts";

type Open = OpenSuiteStore<DurableStores>;

/**
 * Tests the contract of every audit store. The store must be opened with the suites' own `link`.
 *
 * @example
 * ```ts
 * declare function openEmptyStores(): Promise<DurableStores>;
 * describeAuditStore(async () => {
 *   const stores = await openEmptyStores();
 *   const close = () => stores[Symbol.asyncDispose]();
 *   return { first: stores, second: stores, [Symbol.asyncDispose]: close };
 * });
 * ```
 */
export function describeAuditStore(open: Open): void {
  describe("an audit store", () => {
    describeRows(open);
    describeChain(open);
    describeUnfinished(open);
    describeCheckpoints(open);
  });
}

function describeRows(open: Open): void {
  it("starts empty", async () => {
    await using handles = await open();

    expect(await handles.first.audit.last()).toBeUndefined();
    expect(await handles.first.audit.read(1, 10)).toEqual([]);
  });

  it("returns the appended rows exactly as stored", async () => {
    await using handles = await open();

    const bodies = ["1", "2", "3"];
    const [first, ...others] = bodies.map((body) => entry({ body }));

    const added = [
      ...(await handles.first.audit.append([first ?? entry()], "committed")),
      ...(await handles.first.audit.append(others, "committed")),
    ];

    expect(added).toEqual(appended(bodies));
    const rows = chained(bodies);
    expect(await handles.second.audit.read(1, 10)).toEqual(rows);
    expect(await handles.second.audit.last()).toEqual(rows.at(-1));
  });

  it.each([`{"q":"x'); DROP TABLE audit; --"}`, '{"s":"\\u0000 \u{1f600} %s $1 ?1"}', ""])(
    "stores every body unchanged: %j",
    async (body) => {
      await using handles = await open();

      await handles.first.audit.append([entry({ body })], "on-disk");

      expect(await handles.second.audit.read(1, 10)).toEqual(chained([body]));
    },
  );

  it("reads from a given row, the lowest first, up to a limit", async () => {
    await using handles = await open();
    const bodies = many(10, "body ");
    await handles.first.audit.append(
      bodies.map((body) => entry({ body })),
      "committed",
    );

    expect(await handles.first.audit.read(4, 3)).toEqual(chained(bodies).slice(3, 6));
    expect(await handles.first.audit.read(11, 3)).toEqual([]);
  });

  it("accepts an empty batch, which flushes earlier commits to disk", async () => {
    await using handles = await open();
    await handles.first.audit.append([entry()], "committed");

    expect(await handles.first.audit.append([], "on-disk")).toEqual([]);
    expect(await handles.first.audit.append([], "committed")).toEqual([]);
    expect(await handles.first.audit.read(1, 10)).toHaveLength(1);
  });
}

function describeChain(open: Open): void {
  it("continues its chain across batches of any durability", async () => {
    await using handles = await open();
    const { audit } = handles.first;

    await audit.append([entry({ body: "1" }), entry({ body: "2" })], "committed");
    await audit.append([entry({ body: "3" })], "on-disk");
    await handles.second.audit.append([entry({ body: "4" })], "committed");

    expect(await audit.read(1, 10)).toEqual(chained(["1", "2", "3", "4"]));
  });

  it("appends all entries of a batch or none", async () => {
    await using handles = await open();
    const { audit } = handles.first;

    await expect(
      audit.append([entry(), entry({ body: unchainable }), entry()], "committed"),
    ).rejects.toBeInstanceOf(StoreError);

    expect(await audit.read(1, 10)).toEqual([]);
    expect(await audit.append([entry({ body: "1" })], "committed")).toEqual(appended(["1"]));
  });

  it("appends concurrent batches even if one of them fails", async () => {
    await using handles = await open();
    const { audit } = handles.first;

    const results = await Promise.allSettled(
      ["1", unchainable, "2"].map((body) => audit.append([entry({ body })], "committed")),
    );

    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    const rows = await audit.read(1, 10);
    expect(rows).toEqual(chained(rows.map(({ body }) => body)));
    expect(rows).toHaveLength(2);
  });

  it("puts concurrent rows of two processes into one chain without a gap", async () => {
    await using handles = await open();
    const names = many(60, "call ");

    const added = await Promise.all(
      names.map((body, index) =>
        (index % 2 === 0 ? handles.first : handles.second).audit.append(
          [entry({ body }), entry({ body: `${body} again` })],
          index % 3 === 0 ? "on-disk" : "committed",
        ),
      ),
    );

    const rows = await handles.first.audit.read(1, 1_000);
    expect(rows).toEqual(chained(rows.map(({ body }) => body)));
    expect(rows).toHaveLength(120);
    expect(added.flat().toSorted((a, b) => a.sequence - b.sequence)).toEqual(
      appended(rows.map(({ body }) => body)),
    );
  });
}

function describeUnfinished(open: Open): void {
  it("lists unfinished calls in order", async () => {
    await using handles = await open();
    const { audit } = handles.first;
    await audit.append([intent("c1"), intent("c2"), intent("c3")], "committed");
    await audit.append([outcome("c2")], "committed");

    const unfinished = await handles.second.audit.unfinished(noon + 1);

    expect(unfinished).toEqual([
      expect.objectContaining({ sequence: 1, body: intent("c1").body }),
      expect.objectContaining({ sequence: 3, body: intent("c3").body }),
    ]);
  });

  it("omits calls begun at the given time or later", async () => {
    await using handles = await open();
    await handles.first.audit.append([intent("old", noon - 1), intent("new", noon)], "committed");

    const unfinished = await handles.first.audit.unfinished(noon);

    expect(unfinished.map(({ body }) => body)).toEqual([intent("old").body]);
  });

  it("counts a call once if its intent was written twice", async () => {
    await using handles = await open();
    const { audit } = handles.first;
    await audit.append([intent("c1"), { ...intent("c1"), body: "with its approval" }], "committed");

    const before = await audit.unfinished(noon + 1);
    await audit.append([outcome("c1")], "committed");

    expect(before.map(({ sequence }) => sequence)).toEqual([1]);
    expect(await audit.unfinished(noon + 1)).toEqual([]);
  });

  it("finds calls that began before a checkpoint, and their ends after it", async () => {
    await using handles = await open();
    const { audit } = handles.first;
    const sequences = async () =>
      (await handles.second.audit.unfinished(noon + 1)).map(({ sequence }) => sequence);
    await audit.append([intent("c1"), intent("c2"), intent("c3"), outcome("c2")], "committed");
    await audit.keepCheckpoint({ size: 3, note: "before an end" });
    expect(await sequences()).toEqual([1, 3]);

    await audit.append([outcome("c1"), intent("c3"), intent("c4")], "committed");
    expect(await sequences()).toEqual([3, 7]);
    await handles.second.audit.keepCheckpoint({ size: 7, note: "after it" });
    expect(await sequences()).toEqual([3, 7]);

    await audit.append([outcome("c3"), outcome("c4")], "committed");
    expect(await sequences()).toEqual([]);
  });

  it("finds calls that begin after a checkpoint of a larger size", async () => {
    await using handles = await open();
    await handles.first.audit.append([intent("c1")], "committed");
    await handles.first.audit.keepCheckpoint({ size: 20, note: "of a longer log" });

    await handles.first.audit.append([intent("c2")], "committed");

    expect(await handles.first.audit.unfinished(noon + 1)).toHaveLength(2);
  });

  it("appends an outcome once if it is repeated, before and after a checkpoint", async () => {
    await using handles = await open();
    const { audit } = handles.first;
    await audit.append([intent("c1"), intent("c2"), intent("c3"), outcome("c1")], "committed");

    await audit.append([outcome("c1"), outcome("c2")], "committed", true);
    await audit.keepCheckpoint({ size: 5, note: "signed" });
    await audit.append([outcome("c2"), outcome("c3"), outcome("c4")], "on-disk", true);

    const bodies = (await audit.read(4, 10)).map(({ body }) => body);
    expect(bodies).toEqual([outcome("c1"), outcome("c2"), outcome("c3")].map(({ body }) => body));
    expect(await audit.unfinished(noon + 1)).toEqual([]);
  });

  it("does not count notes as calls", async () => {
    await using handles = await open();

    await handles.first.audit.append([entry(), entry({ callId: "c1" })], "committed");

    expect(await handles.first.audit.unfinished(noon + 1)).toEqual([]);
  });
}

function describeCheckpoints(open: Open): void {
  it("lists checkpoints, the smallest size first", async () => {
    await using handles = await open();
    await handles.first.audit.keepCheckpoint({ size: 20, note: "toolcourt\n20\nroot\n" });
    await handles.second.audit.keepCheckpoint({ size: 3, note: "toolcourt\n3\nroot\n" });

    expect(await handles.first.audit.checkpoints()).toEqual([
      { size: 3, note: "toolcourt\n3\nroot\n" },
      { size: 20, note: "toolcourt\n20\nroot\n" },
    ]);
    expect((await handles.second.audit.checkpoints(1)).map(({ size }) => size)).toEqual([3]);
  });

  it("finds the checkpoint of the largest size up to another, whichever process stored it", async () => {
    await using handles = await open();
    await handles.first.audit.keepCheckpoint({ size: 20, note: "twenty" });
    await handles.second.audit.keepCheckpoint({ size: 3, note: "three" });

    const sizes = [2, 3, 19, 20, 21];
    const found = sizes.map((size) => handles.first.audit.checkpointUpTo(size));
    expect((await Promise.all(found)).map((each) => each?.note)).toEqual([
      undefined,
      "three",
      "three",
      "twenty",
      "twenty",
    ]);
  });

  it("keeps the first of two checkpoints of one size", async () => {
    await using handles = await open();
    await handles.first.audit.keepCheckpoint({ size: 3, note: "first" });
    await handles.second.audit.keepCheckpoint({ size: 3, note: "second" });

    expect(await handles.first.audit.checkpoints()).toEqual([{ size: 3, note: "first" }]);
  });
}
