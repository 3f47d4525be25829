import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { openFolder } from "@toolcourt/testing/folder";
import { describe, expect, it } from "vitest";
import type { HistoryEntry } from "../history-store.ts";
import { patientDeadlineMs } from "../store-error.ts";
import { intent, many, noon } from "../suites/builders.ts";
import { link, linkModule } from "../suites/link.ts";
import { migrations } from "./migrations.ts";
import { openSqliteStores } from "./open-sqlite-stores.ts";

const before = 16;
const options = { link, linkModule, clock: systemClock, deadlineMs: patientDeadlineMs };

const entry = (position: number): HistoryEntry => ({ position, at: noon + position, body: "{}" });

/** Writes a store from before there were histories, with one row in the audit log. */
async function writeOld(path: string): Promise<void> {
  using database = new DatabaseSync(path);
  for (const migration of migrations.slice(0, before)) database.exec(migration);
  database.exec(`PRAGMA application_id = 0x746f6f6c; PRAGMA user_version = ${before}`);
  const { body } = intent("c1");
  const insert = "INSERT INTO audit (sequence, body, hash) VALUES (1, ?, ?)";
  database.prepare(insert).run(body, link(undefined, body).hash);
  await chmod(path, 0o600);
}

describe("the histories in a file", () => {
  it("begin in a store of the previous version, which keeps its rows", async () => {
    await using folder = await openFolder();
    const path = join(folder.path, "state.db");
    await writeOld(path);

    await using stores = await openSqliteStores(path, options);
    await stores.histories.append("h", entry(1));

    expect(await stores.histories.read("h", 0, 9)).toStrictEqual([entry(1)]);
    expect(await stores.audit.read(1, 9)).toHaveLength(1);
  });

  it("have no gap after the stores were closed in the middle", async () => {
    await using folder = await openFolder();
    const path = join(folder.path, "state.db");
    const first = await openSqliteStores(path, options);
    const appending = many(50, "").map((_, index) => first.histories.append("h", entry(index + 1)));
    const [outcomes] = await Promise.all([
      Promise.allSettled(appending),
      first[Symbol.asyncDispose](),
    ]);

    await using again = await openSqliteStores(path, options);
    const stored = await again.histories.read("h", 0, 99);

    const appended = outcomes.filter((each) => each.status === "fulfilled" && each.value);
    expect(stored.map(({ position }) => position)).toEqual(appended.map((_, index) => index + 1));
    await expect(first.histories.read("h", 0, 9)).rejects.toMatchObject({ kind: "closed" });
  });

  it("refuse while another process holds the file, and change nothing", async () => {
    await using folder = await openFolder();
    const path = join(folder.path, "state.db");
    await using stores = await openSqliteStores(path, { ...options, deadlineMs: 1_000 });
    using other = new DatabaseSync(path);
    other.exec("BEGIN IMMEDIATE");

    await expect(stores.histories.append("h", entry(1))).rejects.toMatchObject({ kind: "locked" });
    other.exec("ROLLBACK");

    expect(await stores.histories.append("h", entry(1))).toBe(true);
  });

  it("cannot be changed by statements of others", async () => {
    await using folder = await openFolder();
    const path = join(folder.path, "state.db");
    await using stores = await openSqliteStores(path, options);
    await stores.histories.append("h", entry(1));
    using other = new DatabaseSync(path, { timeout: 1_000 });

    expect(() => other.exec("UPDATE history_entries SET body = 'other'")).toThrow("never changed");
    expect(() => other.exec("DELETE FROM histories")).toThrow("FOREIGN KEY");
  });
});
