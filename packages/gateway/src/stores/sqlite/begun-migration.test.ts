import { chmod } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { openFolder } from "@toolcourt/testing/folder";
import { expect, it } from "vitest";
import { patientDeadlineMs } from "../store-error.ts";
import { intent, noon, outcome } from "../suites/builders.ts";
import { link, linkModule } from "../suites/link.ts";
import { migrations } from "./migrations.ts";
import { openSqliteStores } from "./open-sqlite-stores.ts";

const before = 8;

/** Writes a store that listed the open calls in `begun`: the first and the third of three. */
function writeOld(path: string): void {
  const database = new DatabaseSync(path);
  for (const migration of migrations.slice(0, before)) database.exec(migration);
  database.exec(`PRAGMA application_id = 0x746f6f6c; PRAGMA user_version = ${before}`);
  const insert = database.prepare("INSERT INTO audit VALUES (?, ?, ?)");
  let previous: string | undefined;
  for (const [index, { body }] of [
    intent("c1"),
    intent("c2"),
    intent("c3"),
    outcome("c2"),
  ].entries()) {
    previous = link(previous, body).hash;
    insert.run(index + 1, body, previous);
  }
  database.exec(`INSERT INTO begun VALUES ('c1', 1, ${noon}), ('c3', 3, ${noon})`);
  database.close();
}

it("keeps the open calls of an older store, and ends them", async () => {
  await using folder = await openFolder();
  const old = `${folder.path}/old.db`;
  writeOld(old);
  await chmod(old, 0o600);

  const options = { link, linkModule, clock: systemClock, deadlineMs: patientDeadlineMs };
  await using stores = await openSqliteStores(old, options);
  const open = async () =>
    (await stores.audit.unfinished(noon + 1)).map(({ sequence }) => sequence);
  expect(await open()).toEqual([1, 3]);

  await stores.audit.append([outcome("c1"), intent("c4")], "committed");
  expect(await open()).toEqual([3, 6]);
  await stores.audit.keepCheckpoint({ size: 6, note: "signed" });
  expect(await open()).toEqual([3, 6]);

  // What an older gateway, still running on the same file, does for its calls.
  using neighbor = new DatabaseSync(old, { timeout: 1_000 });
  const [last] = await stores.audit.read(6, 1);
  const row = neighbor.prepare("INSERT INTO audit (sequence, body, hash) VALUES (7, 'c5', ?)");
  row.run(link(last?.hash, "c5").hash);
  neighbor.exec(`INSERT INTO begun VALUES ('c5', 7, ${noon})`);
  expect(await open()).toEqual([3, 6, 7]);
});

it("searches only the rows after the last checkpoint", async () => {
  await using folder = await openFolder();
  const path = `${folder.path}/state.db`;
  const options = { link, linkModule, clock: systemClock, deadlineMs: patientDeadlineMs };
  await using stores = await openSqliteStores(path, options);
  await stores.audit.append([intent("c1"), intent("c2"), outcome("c1")], "committed");
  await stores.audit.keepCheckpoint({ size: 3, note: "signed" });

  using database = new DatabaseSync(path, { timeout: 1_000 });
  expect(database.prepare("SELECT sequence FROM begun_up_to").get()).toEqual({ sequence: 3 });
  expect(database.prepare("SELECT call_id, sequence FROM begun").all()).toEqual([
    { call_id: "c2", sequence: 2 },
  ]);
});
