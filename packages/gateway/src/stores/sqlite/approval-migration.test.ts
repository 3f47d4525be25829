import { chmod } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { openFolder } from "@toolcourt/testing/folder";
import { expect, it } from "vitest";
import { patientDeadlineMs } from "../store-error.ts";
import { link, linkModule } from "../suites/link.ts";
import { migrations } from "./migrations.ts";
import { openSqliteStores } from "./open-sqlite-stores.ts";

/** Writes a store from before approvals had tenants and several approvers. */
function writeOld(path: string): void {
  const database = new DatabaseSync(path);
  for (const migration of migrations.slice(0, 2)) database.exec(migration);
  database.exec("PRAGMA application_id = 0x746f6f6c; PRAGMA user_version = 2");
  const insert = database.prepare(
    `INSERT INTO approvals (id, digest, binding, arguments, tool, requester, fingerprint,
       asked_from, state, created_at, expires_at, decided_by, decided_at)
     VALUES (?, 'd', ?, '{}', 'transfer', 'ada', ?, 'operator', ?, 1, 2, ?, ?)`,
  );
  insert.run("a1", '{"tenant":"north"}', "f1", "approved", "olga", 7);
  insert.run("a2", '{"tenant":null}', "f2", "denied", "olga", 7);
  insert.run("a3", "no JSON", "f3", "pending", null, null);
  database.close();
}

it("keeps the approvers of an older store and derives the tenants", async () => {
  await using folder = await openFolder();
  const old = `${folder.path}/old.db`;
  writeOld(old);
  await chmod(old, 0o600);

  await using stores = await openSqliteStores(old, {
    link,
    linkModule,
    clock: systemClock,
    deadlineMs: patientDeadlineMs,
  });

  expect(await stores.approvals.find("a1", { tenant: "north" })).toMatchObject({
    needed: 1,
    yeses: [{ by: "olga", at: 7 }],
  });
  expect(await stores.approvals.find("a2", { tenant: null })).toMatchObject({ yeses: [] });
  expect(await stores.approvals.find("a3", { tenant: null })).toMatchObject({ state: "pending" });
});
