import { chmod } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { openFolder } from "@toolcourt/testing/folder";
import { expect, it } from "vitest";
import { patientDeadlineMs } from "../store-error.ts";
import { connection, draft, entry, result } from "../suites/builders.ts";
import { link, linkModule } from "../suites/link.ts";
import { migrations } from "./migrations.ts";
import { openSqliteStores } from "./open-sqlite-stores.ts";

const before = 5;

/** Writes a store from before connections, drafts and results existed. */
function writeOld(path: string): void {
  const database = new DatabaseSync(path);
  for (const migration of migrations.slice(0, before)) database.exec(migration);
  database.exec(`PRAGMA application_id = 0x746f6f6c; PRAGMA user_version = ${before}`);
  database
    .prepare("INSERT INTO audit VALUES (1, 'of before', ?)")
    .run(link(undefined, "of before").hash);
  database.prepare("INSERT INTO policies VALUES (1, 'v1', 'text', 'olga', 1)").run();
  database.close();
}

it("upgrades an older store and keeps its data", async () => {
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
  await stores.connections.add(connection(), entry({ body: "added" }));
  await stores.drafts.put([{ draft: draft() }], [entry({ body: "imported" })]);
  await stores.results.keep(result());

  const rows = await stores.audit.read(1, 10);
  expect(rows.map(({ body }) => body)).toEqual(["of before", "added", "imported"]);
  expect((await stores.policies.newest())?.version).toBe("v1");
  expect(await stores.connections.find("c1")).toEqual(connection());
  expect(await stores.drafts.revision()).toBe(1);
  expect(await stores.results.find("call-1")).toEqual(result());
  expect(await stores.keys.checks()).toEqual([]);
});
