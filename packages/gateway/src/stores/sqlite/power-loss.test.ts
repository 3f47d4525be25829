import { copyFileSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { openFolder } from "@toolcourt/testing/folder";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AuditRow, Durability } from "../audit-store.ts";
import { patientDeadlineMs } from "../store-error.ts";
import { chained, entry } from "../suites/builders.ts";
import { link, linkModule } from "../suites/link.ts";
import { type Sync, syncData } from "./log-file.ts";
import { openSqliteStores } from "./open-sqlite-stores.ts";

// The disk is modelled: what was written before a sync is on it, and what came after is lost. SQLite
// itself syncs the file before a checkpoint lets the log be overwritten.

interface Options {
  /** Whether the store is opened by a link to its file. */
  readonly isLinked?: boolean;
  /** Runs between the commit and the sync. */
  readonly before?: (path: string) => void;
  readonly sync?: Sync;
}

/** Opens a store, and keeps the files as they were at the last sync. */
async function openOnDisk({ before, sync = syncData, isLinked = false }: Options = {}) {
  const stack = new AsyncDisposableStack();
  const folder = stack.use(await openFolder());
  const path = join(folder.path, "state.db");
  const image = join(folder.path, "disk.db");
  const keep = (): void => {
    for (const end of ["", "-wal"]) copyFileSync(`${path}${end}`, `${image}${end}`);
  };
  let syncs = 0;
  // The time stands still: after a slow commit the thread would take over.
  const options = { link, linkModule, clock: createFakeClock(), deadlineMs: patientDeadlineMs };
  const linked = join(folder.path, "link.db");
  if (isLinked) {
    writeFileSync(path, "", { mode: 0o600 });
    symlinkSync(path, linked);
  }
  const open = async (own: { readonly sync?: Sync } = {}) =>
    stack.use(await openSqliteStores(isLinked ? linked : path, { ...options, ...own }));
  const { audit } = await open({
    sync: async (descriptor) => {
      syncs += 1;
      before?.(path);
      await sync(descriptor);
      keep();
    },
  });
  // The thread verifies the file with the first rows. Later ones need no thread.
  await audit.append([entry({ body: "first" })], "on-disk");
  keep();
  return {
    path,
    image,
    audit,
    syncs: () => syncs,
    openOther: () => open(),
    afterPowerLoss: () => rowsIn(image),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/** Recovers a copy of the files as SQLite does after a power loss. */
function rowsIn(path: string): readonly AuditRow[] {
  using database = new DatabaseSync(path);
  const rows = database.prepare("SELECT sequence, body, hash FROM audit ORDER BY sequence").all();
  return rows.map((row) => ({
    sequence: Number(row["sequence"]),
    body: String(row["body"]),
    hash: String(row["hash"]),
  }));
}

const group = fc.record({
  bodies: fc.array(fc.string({ maxLength: 200 }), { minLength: 1, maxLength: 8 }),
  durability: fc.constantFrom<Durability>("committed", "on-disk"),
});

describe("a power loss", () => {
  it("takes no row whose write to disk was awaited", async () => {
    expect.hasAssertions();
    await fc.assert(
      fc.asyncProperty(fc.array(group, { minLength: 1, maxLength: 20 }), async (groups) => {
        await using disk = await openOnDisk();
        let written = ["first"];
        let awaited = written;
        for (const { bodies, durability } of groups) {
          const entries = bodies.map((body) => entry({ body: JSON.stringify(body) }));
          await disk.audit.append(entries, durability);
          written = [...written, ...entries.map(({ body }) => body)];
          if (durability === "on-disk") awaited = written;
          expect(disk.afterPowerLoss()).toEqual(chained(awaited));
        }
      }),
      { numRuns: 8 },
    );
  });

  it("takes rows that were only committed", async () => {
    await using disk = await openOnDisk();

    await disk.audit.append([entry({ body: "read" })], "committed");

    expect(disk.afterPowerLoss()).toEqual(chained(["first"]));
  });

  it("takes no row after a flush of earlier commits", async () => {
    await using disk = await openOnDisk();
    await disk.audit.append([entry({ body: "read" })], "committed");

    await disk.audit.append([], "on-disk");

    expect(disk.afterPowerLoss()).toEqual(chained(["first", "read"]));
    expect(disk.syncs()).toBe(1);
  });

  it.each(["PASSIVE", "RESTART", "TRUNCATE"])(
    "takes no row if a %s checkpoint comes between commit and sync",
    async (mode) => {
      const checkpoint = (path: string): void => {
        using other = new DatabaseSync(path, { timeout: 1_000 });
        other.exec(`PRAGMA wal_checkpoint(${mode})`);
      };
      await using disk = await openOnDisk({ before: checkpoint });

      for (const body of ["one", "two", "three"]) {
        await disk.audit.append([entry({ body })], "on-disk");
      }

      expect(disk.afterPowerLoss()).toEqual(chained(["first", "one", "two", "three"]));
    },
  );

  it("takes no row of two gateways on one file", async () => {
    await using disk = await openOnDisk();
    const { audit: other } = await disk.openOther();

    await other.append([entry({ body: "theirs" })], "committed");
    await disk.audit.append([entry({ body: "ours" })], "on-disk");

    expect(disk.afterPowerLoss()).toEqual(chained(["first", "theirs", "ours"]));
  });

  it("takes no awaited row if later writes are torn", async () => {
    await using disk = await openOnDisk();
    await disk.audit.append([entry({ body: "awaited" })], "on-disk");
    const kept = readFileSync(`${disk.image}-wal`).length;
    for (let count = 0; count < 8; count += 1) {
      await disk.audit.append([entry({ body: "x".repeat(6_000) })], "committed");
    }
    const [later, file] = [readFileSync(`${disk.path}-wal`), readFileSync(disk.image)];

    fc.assert(
      fc.property(fc.infiniteStream(fc.boolean()), (isWritten) => {
        const torn = Buffer.from(later);
        for (let at = kept; at < torn.length; at += 512) {
          if (isWritten.next().value !== true) torn.fill(0, at, Math.min(at + 512, torn.length));
        }
        writeFileSync(disk.image, file);
        writeFileSync(`${disk.image}-wal`, torn);

        expect(rowsIn(disk.image).slice(0, 2)).toEqual(chained(["first", "awaited"]));
      }),
      { numRuns: 20 },
    );
  });
});

function broken(): { isBroken: boolean; readonly sync: Sync } {
  const disk = {
    isBroken: true,
    sync: (descriptor: number) =>
      disk.isBroken ? Promise.reject(new Error("EIO")) : syncData(descriptor),
  };
  return disk;
}

describe("a sync that fails", () => {
  it("refuses the rows, and copies the log before the next ones count as written", async () => {
    const faulty = broken();
    await using disk = await openOnDisk(faulty);

    await expect(disk.audit.append([entry({ body: "lost" })], "on-disk")).rejects.toMatchObject({
      kind: "failed",
    });
    await disk.audit.append([entry({ body: "read" })], "committed");
    const before = disk.syncs();
    await disk.audit.append([entry({ body: "next" })], "on-disk");

    expect(disk.syncs()).toBe(before);
    copyFileSync(disk.path, `${disk.path}.alone`);
    const inDatabase = rowsIn(`${disk.path}.alone`).map(({ body }) => body);
    expect(inDatabase).toEqual(["first", "lost", "read"]);
    faulty.isBroken = false;
    await disk.audit.append([entry({ body: "last" })], "on-disk");
    expect(disk.afterPowerLoss().at(-1)).toMatchObject({ body: "last" });
  });

  it("refuses later rows while the log cannot be copied", async () => {
    await using disk = await openOnDisk(broken());
    await disk.audit.append([entry({ body: "lost" })], "on-disk").catch(() => undefined);
    using reader = new DatabaseSync(disk.path);
    reader.exec("BEGIN; SELECT count(*) FROM audit");
    await disk.audit.append([entry({ body: "read" })], "committed");

    const next = disk.audit.append([entry({ body: "next" })], "on-disk");

    await expect(next).rejects.toMatchObject({ kind: "locked" });
  });

  it("is noticed by these tests if it does nothing", async () => {
    await using disk = await openOnDisk({ sync: () => new Promise(() => undefined) });

    void disk.audit.append([entry({ body: "never synced" })], "on-disk");
    await disk.audit.last();

    expect(disk.afterPowerLoss()).toEqual(chained(["first"]));
  });
});

it("leaves rows to the thread while a sync is pending", async () => {
  await using disk = await openOnDisk({ sync: () => new Promise(() => undefined) });
  void disk.audit.append([entry({ body: "one" })], "on-disk");
  await expect.poll(() => disk.syncs()).toBe(1);

  await disk.audit.append([entry({ body: "two" })], "on-disk");
  await disk.audit.append([], "on-disk");

  expect(disk.syncs()).toBe(1);
});

it("syncs the log beside the file that a link names", async () => {
  await using disk = await openOnDisk({ isLinked: true });

  await disk.audit.append([entry({ body: "one" })], "on-disk");

  expect(disk.syncs()).toBe(1);
  expect(disk.afterPowerLoss()).toEqual(chained(["first", "one"]));
});
