import { describe, expect, it } from "vitest";
import type { HistoryEntry, HistoryStore } from "../history-store.ts";
import { StoreError } from "../store-error.ts";
import { many, noon } from "./builders.ts";
import type { OpenSuiteStore, SuiteStore } from "./suite-store.ts";

type Open = OpenSuiteStore<HistoryStore>;
type Handles = SuiteStore<HistoryStore>;

function entry(position: number, differences: Partial<HistoryEntry> = {}): HistoryEntry {
  return { position, at: noon + position, body: `{"entry":${position}}`, ...differences };
}

/** Appends entries to the end of a history, by the second handle and the first in turn. */
async function fill(handles: Handles, history: string, count: number): Promise<void> {
  for (let position = 1; position <= count; position += 1) {
    const handle = position % 2 === 0 ? handles.first : handles.second;
    expect(await handle.append(history, entry(position))).toBe(true);
  }
}

/** Appends bodies behind the entries of others. */
async function write(store: HistoryStore, bodies: readonly string[]): Promise<void> {
  let position = 1;
  for (const body of bodies) {
    while (!(await store.append("h", entry(position, { body })))) position += 1;
  }
}

async function positionsIn({ first }: Handles, history: string): Promise<readonly number[]> {
  return (await first.read(history, 0, 1_000)).map(({ position }) => position);
}

/**
 * Tests the contract of every history store.
 *
 * @example
 * ```ts
 * declare function openEmptyStores(): Promise<DurableStores>;
 * describeHistoryStore(async () => {
 *   const stores = await openEmptyStores();
 *   const close = () => stores[Symbol.asyncDispose]();
 *   return { first: stores.histories, second: stores.histories, [Symbol.asyncDispose]: close };
 * });
 * ```
 */
export function describeHistoryStore(open: Open): void {
  describe("a history store", () => {
    describeAppending(open);
    describeReading(open);
    describeNames(open);
    describeContention(open);
    describeForgetting(open);
  });
}

function describeAppending(open: Open): void {
  it("numbers entries from 1 and leaves no gap", async () => {
    await using handles = await open();

    expect(await handles.first.append("h", entry(0))).toBe(false);
    expect(await handles.first.append("h", entry(2))).toBe(false);
    expect(await handles.first.append("h", entry(1))).toBe(true);
    expect(await handles.second.append("h", entry(3))).toBe(false);
    expect(await handles.second.append("h", entry(2))).toBe(true);

    expect(await handles.first.read("h", 0, 9)).toStrictEqual([entry(1), entry(2)]);
  });

  it("never changes an entry, neither the last one nor an earlier one", async () => {
    await using handles = await open();
    await fill(handles, "h", 2);

    expect(await handles.first.append("h", entry(1, { body: "other" }))).toBe(false);
    expect(await handles.second.append("h", entry(2, { body: "other" }))).toBe(false);

    expect(await handles.first.read("h", 0, 9)).toStrictEqual([entry(1), entry(2)]);
  });

  it("appends only behind an entry of the given time", async () => {
    await using handles = await open();
    await fill(handles, "h", 1);

    expect(await handles.first.append("h", entry(2), noon)).toBe(false);
    expect(await handles.first.append("h", entry(2), noon + 10)).toBe(false);
    expect(await handles.first.append("h", entry(2), noon + 1)).toBe(true);

    expect(await positionsIn(handles, "h")).toEqual([1, 2]);
  });

  it.each([
    '{"text":"\'; -- \u{1f600} \\u0000 \\r\\né"}',
    "",
    "1:2:3",
    "line\nline\r\n\ttab",
    `"${"x".repeat(65_534)}"`,
    "é".repeat(65_536),
  ])("returns a body unchanged: %#", async (body) => {
    await using handles = await open();

    await handles.first.append("h", entry(1, { body }));

    expect(await handles.second.read("h", 0, 9)).toStrictEqual([entry(1, { body })]);
  });
}

function describeReading(open: Open): void {
  it("lists nothing of a history that has no entry", async () => {
    await using handles = await open();

    expect(await handles.first.read("h", 0, 9)).toEqual([]);
    expect(await handles.first.read("h", 7, 9)).toEqual([]);
  });

  it("reads in pages, each entry once and in order", async () => {
    await using handles = await open();
    await fill(handles, "h", 11);

    const pages: (readonly number[])[] = [];
    for (let after = 0; after < 12; after += 4) {
      const page = await handles.second.read("h", after, 4);
      pages.push(page.map(({ position }) => position));
    }

    expect(pages).toEqual([
      [1, 2, 3, 4],
      [5, 6, 7, 8],
      [9, 10, 11],
    ]);
    expect(await handles.first.read("h", 11, 4)).toEqual([]);
    expect(await handles.first.read("h", 99, 4)).toEqual([]);
  });
}

function describeNames(open: Open): void {
  const names = [
    "",
    "h",
    "H",
    "h ",
    "h*",
    "h%",
    "h'; DROP TABLE histories; --",
    '"h"',
    "\0",
    "h\0",
    "h:1",
    "\ud800",
    "\udfff",
    "\u{1f600}",
    "é",
    "e\u0301",
    "x".repeat(300),
    `${"x".repeat(299)}y`,
  ];

  it("keeps histories of any name apart", async () => {
    await using handles = await open();
    for (const name of names) {
      expect(await handles.first.append(name, entry(1, { body: JSON.stringify(name) }))).toBe(true);
    }

    const found = await Promise.all(names.map((name) => handles.second.read(name, 0, 9)));

    const bodies = found.map((entries) => entries.map(({ body }) => body));
    expect(bodies).toEqual(names.map((name) => [JSON.stringify(name)]));
  });

  it("does not let one history grow by another", async () => {
    await using handles = await open();
    await fill(handles, "a", 3);

    expect(await handles.first.append("b", entry(4))).toBe(false);
    expect(await handles.first.append("b", entry(1))).toBe(true);

    expect(await positionsIn(handles, "a")).toEqual([1, 2, 3]);
    expect(await positionsIn(handles, "b")).toEqual([1]);
  });
}

function describeContention(open: Open): void {
  it("lets exactly one of many append at a position", async () => {
    await using handles = await open();
    for (let position = 1; position <= 3; position += 1) {
      const added = await Promise.all(
        many(8, "writer ").map((body, index) =>
          (index % 2 === 0 ? handles.first : handles.second).append("h", entry(position, { body })),
        ),
      );

      const winners = added.flatMap((isAdded, index) => (isAdded ? [`writer ${index}`] : []));
      const stored = await handles.first.read("h", position - 1, 9);
      expect(stored).toStrictEqual(winners.map((body) => entry(position, { body })));
      expect(winners).toHaveLength(1);
    }
  });

  it("loses no entry of two writers that go on until all are written", async () => {
    await using handles = await open();
    const [ones, others] = [many(15, "one "), many(15, "other ")];

    await Promise.all([write(handles.first, ones), write(handles.second, others)]);

    const stored = await handles.first.read("h", 0, 99);
    const bodies = stored.map(({ body }) => body);
    expect(stored.map(({ position }) => position)).toEqual([...Array(30).keys()].map((i) => i + 1));
    expect(bodies.filter((body) => body.startsWith("one "))).toEqual(ones);
    expect(bodies.filter((body) => body.startsWith("other "))).toEqual(others);
  });

  it("answers, or fails with its own error, when it is closed in the middle", async () => {
    const handles = await open();
    const appending = many(6, "h").map((name) => handles.first.append(name, entry(1)));

    await Promise.all([handles[Symbol.asyncDispose](), Promise.allSettled(appending)]);

    const outcomes = await Promise.allSettled(appending);
    const strange = outcomes.filter((outcome) =>
      outcome.status === "fulfilled" ? !outcome.value : !(outcome.reason instanceof StoreError),
    );
    expect(strange).toEqual([]);
  });
}

function describeForgetting(open: Open): void {
  it("forgets whole histories whose last entry is older, the oldest first", async () => {
    await using handles = await open();
    await fill(handles, "old", 3);
    await fill(handles, "older", 2);
    await fill(handles, "young", 5);

    expect(await handles.second.forget(noon + 4, 1)).toBe(1);
    expect(await positionsIn(handles, "older")).toEqual([]);
    expect(await positionsIn(handles, "old")).toEqual([1, 2, 3]);
    expect(await handles.second.forget(noon + 4, 9)).toBe(1);
    expect(await handles.first.forget(noon + 4, 9)).toBe(0);

    expect(await positionsIn(handles, "old")).toEqual([]);
    expect(await positionsIn(handles, "young")).toEqual([1, 2, 3, 4, 5]);
  });

  it("keeps a history whose last entry has the given time", async () => {
    await using handles = await open();
    await fill(handles, "h", 2);

    expect(await handles.first.forget(noon + 2, 9)).toBe(0);
    expect(await handles.first.forget(noon + 3, 9)).toBe(1);
  });

  it("begins a forgotten history again, and not behind its old end", async () => {
    await using handles = await open();
    await fill(handles, "h", 2);
    await handles.first.forget(noon + 3, 9);

    expect(await handles.second.append("h", entry(3))).toBe(false);
    expect(await handles.second.append("h", entry(1, { at: noon + 9 }))).toBe(true);
    expect(await handles.first.append("h", entry(2), noon + 1)).toBe(false);

    expect(await handles.first.read("h", 0, 9)).toStrictEqual([entry(1, { at: noon + 9 })]);
  });

  it("forgets no part of a history that grows at the same moment", async () => {
    await using handles = await open();
    await fill(handles, "h", 3);

    const [isAdded] = await Promise.all([
      handles.first.append("h", entry(4, { at: noon + 99 })),
      handles.second.forget(noon + 50, 9),
    ]);

    expect(await positionsIn(handles, "h")).toEqual(isAdded ? [1, 2, 3, 4] : []);
  });
}
