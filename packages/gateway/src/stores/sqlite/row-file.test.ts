import { copyFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { openFolder } from "@toolcourt/testing/folder";
import { describe, expect, it } from "vitest";
import { appended, chained, entry, intent, outcome } from "../suites/builders.ts";
import { link, unchainable } from "../suites/link.ts";
import { createAuditStatements } from "./audit-statements.ts";
import type { Added } from "./chain.ts";
import { Connections } from "./connection.ts";
import { createRetry } from "./deadlines.ts";
import { createQuickAppend, RowFile } from "./row-file.ts";

/** Sets up a file that the thread has opened and verified. */
async function setUp({ maxBytes = 2 ** 40 } = {}) {
  const stack = new AsyncDisposableStack();
  const folder = stack.use(await openFolder());
  const path = join(folder.path, "state.db");
  const config = { path, maxBytes };
  const clock = createFakeClock();
  const retry = createRetry(systemClock, 0);
  const thread = stack.use(new Connections(config, { link, retry }));
  const { database, chain, transact } = thread.current();
  const file = stack.use(new RowFile(config, { link, clock }));
  file.isFine();
  return {
    path,
    clock,
    database,
    file,
    statements: createAuditStatements(database, chain),
    addInThread: (body: string) => transact("committed", () => chain.add([entry({ body })])),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

it("adds rows that are visible to all connections when it returns", async () => {
  await using setup = await setUp();

  const added = setup.file.add([entry({ body: "one" }), entry({ body: "two" })], "committed");

  const rows = chained(["one", "two"]);
  const links = appended(["one", "two"]).map(({ hash, leaf }) => ({ hash, leaf }));
  expect(added).toEqual({ from: 1, previous: undefined, links });
  expect(setup.statements.read(1, 10)).toEqual(rows);
});

it("continues where the thread left off, and the reverse", async () => {
  await using setup = await setUp();

  setup.addInThread("thread");
  setup.file.add([entry({ body: "here" })], "committed");
  setup.addInThread("thread again");

  expect(setup.statements.read(1, 10)).toEqual(chained(["thread", "here", "thread again"]));
});

it("maintains the list of unfinished calls", async () => {
  await using setup = await setUp();

  setup.file.add([intent("a"), intent("b")], "committed");
  setup.file.add([outcome("a")], "committed");

  expect(setup.statements.unfinished(Infinity).map(({ sequence }) => sequence)).toEqual([2]);
});

it("adds nothing while another process holds the file", async () => {
  await using setup = await setUp();
  using other = new DatabaseSync(setup.path);

  other.exec("BEGIN IMMEDIATE");
  expect(setup.file.add([entry()], "committed")).toBe("locked");
  other.exec("ROLLBACK");

  expect(setup.file.add([entry()], "committed")).toMatchObject({ from: 1 });
});

it("leaves a group that cannot be added to the thread without adding any of it", async () => {
  await using setup = await setUp();

  setup.file.add([entry({ body: "before" })], "committed");
  expect(setup.file.add([entry(), entry({ body: unchainable })], "committed")).toBeUndefined();
  expect(setup.statements.read(1, 10)).toEqual(chained(["before"]));

  setup.file.add([entry({ body: "after" })], "committed");
  expect(setup.statements.read(1, 10)).toEqual(chained(["before", "after"]));
});

it("adds all of a group or nothing if the file is full", async () => {
  await using setup = await setUp({ maxBytes: 400_000 });
  const long = Array.from({ length: 10 }, () => entry({ body: "x".repeat(6_000) }));

  const groups = Array.from({ length: 10 }, () => setup.file.add(long, "committed"));

  expect(groups[0]).toBeDefined();
  expect(groups.at(-1)).toBeUndefined();
  expect(setup.statements.read(1, 1_000).length % 10).toBe(0);
});

it("never checkpoints the write-ahead log", async () => {
  await using setup = await setUp();
  setup.database.exec("PRAGMA wal_checkpoint(TRUNCATE)");

  // More pages than a commit of the thread leaves in the log.
  for (const body of Array.from({ length: 36 }, () => "x".repeat(2 ** 20))) {
    setup.file.add([entry({ body })], "committed");
  }

  const state = setup.database.prepare("PRAGMA wal_checkpoint(PASSIVE)").get();
  expect(state).toMatchObject({ busy: 0 });
  expect(Number(state?.["log"])).toBeGreaterThan(8_000);
});

it("leaves a replaced file to the thread, and names the row that must be in it", async () => {
  await using setup = await setUp();
  setup.addInThread("in the copy too");
  setup.database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  const [old, oldToo] = [`${setup.path}.old`, `${setup.path}.old-too`];
  await copyFile(setup.path, old);
  await copyFile(setup.path, oldToo);
  setup.file.add([entry({ body: "missing from the copy" })], "committed");
  expect(setup.file.behind()).toBeUndefined();

  await rename(old, setup.path);
  expect(setup.file.add([entry()], "committed")).toBeUndefined();

  const behind = setup.file.behind();
  expect(behind).toMatchObject({ sequence: 2 });
  using copy = new DatabaseSync(oldToo);
  const inCopy = createAuditStatements(copy, {
    add: () => ({ from: 0, previous: undefined, links: [] }),
  });
  expect(() => inCopy.append([entry()], behind)).toThrow("lacks rows that were written");
});

/**
 * Replaces the file by a copy. Returns how many groups of so many rows still go into the old file.
 */
async function groupsInto(rows: number, waitMs: number): Promise<number> {
  await using setup = await setUp();
  const group = Array.from({ length: rows }, () => entry());
  setup.database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  await copyFile(setup.path, `${setup.path}.copy`);
  setup.file.add(group, "committed");
  await rename(`${setup.path}.copy`, setup.path);
  await setup.clock.advance(waitMs);
  return setup.file.add(group, "committed") === undefined ? 1 : 2;
}

it.each([
  { rows: 3, waitMs: 0, groups: 1, what: "looks at the file before each group that is small" },
  { rows: 4, waitMs: 4, groups: 2, what: "has looked where many rows come all the time" },
  { rows: 4, waitMs: 5, groups: 1, what: "looks again when many rows come after a moment" },
])("$what", async ({ rows, waitMs, groups }) => {
  expect(await groupsInto(rows, waitMs)).toBe(groups);
});

it("leaves rows to the thread until the thread has verified the file again", async () => {
  await using setup = await setUp();
  setup.file[Symbol.dispose]();

  expect(setup.file.add([entry()], "committed")).toBeUndefined();
  setup.file.isFine();
  expect(setup.file.add([entry()], "committed")).toMatchObject({ from: 1 });
});

const added: Added = { from: 1, previous: undefined, links: [] };

function setUpQuickAppend() {
  let now = 0;
  let writingMs = 0;
  let lockedFor = 0;
  const add = (): Added | "locked" => {
    now += writingMs;
    lockedFor -= 1;
    return lockedFor >= 0 ? "locked" : added;
  };
  return {
    append: createQuickAppend({ add }, { monotonic: () => now }),
    takes: (ms: number): void => {
      writingMs = ms;
    },
    /** Lets another process hold the file for so many attempts. */
    lock: (attempts: number): void => {
      lockedFor = attempts;
    },
    pass: (ms: number): void => {
      now += ms;
    },
  };
}

describe("createQuickAppend", () => {
  it("adds a small group synchronously", () => {
    expect(setUpQuickAppend().append([entry()], "committed")).toBe(added);
  });

  it.each([
    ["more than 64 entries", Array.from({ length: 65 }, () => entry())],
    ["more than 64 K characters", [entry({ body: "x".repeat(70_000) })]],
  ])("leaves %s to the thread", (_, entries) => {
    expect(setUpQuickAppend().append(entries, "committed")).toBeUndefined();
  });

  it("leaves one group in 512 to the thread, so that the write-ahead log is checkpointed", () => {
    const { append } = setUpQuickAppend();

    const groups = Array.from({ length: 1_024 }, () => append([entry()], "committed"));

    expect(groups.filter((group) => group === undefined)).toHaveLength(2);
  });

  it.each([
    [1, added],
    [8, added],
    [9, undefined],
  ])(
    "leaves entries to the thread if %d attempts find the file locked: %o",
    async (times, found) => {
      const { append, lock } = setUpQuickAppend();
      lock(times);

      expect(await append([entry()], "committed")).toBe(found);
    },
  );

  it("leaves entries to the thread for a second after a slow commit", () => {
    const { append, takes, pass } = setUpQuickAppend();

    takes(30);
    expect(append([entry()], "committed")).toBe(added);
    pass(900);
    expect(append([entry()], "committed")).toBeUndefined();
    pass(200);
    expect(append([entry()], "committed")).toBe(added);
  });
});
