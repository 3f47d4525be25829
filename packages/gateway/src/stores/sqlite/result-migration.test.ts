import { chmod } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { openFolder } from "@toolcourt/testing/folder";
import { expect, it } from "vitest";
import { patientDeadlineMs } from "../store-error.ts";
import { noon, result } from "../suites/builders.ts";
import { link, linkModule } from "../suites/link.ts";
import { migrations } from "./migrations.ts";
import { openSqliteStores } from "./open-sqlite-stores.ts";

const before = 9;
const options = { link, linkModule, clock: systemClock, deadlineMs: patientDeadlineMs };

const insertion = `INSERT INTO results
  (call_id, tenant, subject, server, tool, contract, at, digest, output)
  VALUES (:callId, :tenant, :subject, :server, :tool, :contract, :at, :digest, :output)`;

/** Writes a store from before results had a discovery. */
function writeOld(path: string): void {
  using database = new DatabaseSync(path);
  for (const migration of migrations.slice(0, before)) database.exec(migration);
  database.exec(`PRAGMA application_id = 0x746f6f6c; PRAGMA user_version = ${before}`);
  database.prepare(insertion).run({ ...result() });
}

it("keeps and lists the results of an older store, beside those of discoveries", async () => {
  await using folder = await openFolder();
  const old = `${folder.path}/old.db`;
  writeOld(old);
  await chmod(old, 0o600);

  await using stores = await openSqliteStores(old, options);
  const { keep, find, list } = stores.results;
  await keep(result({ callId: "call-2", at: noon + 2, discoveryId: "d-1" }));
  // What an older gateway, still running on the same file, does for its calls.
  using neighbor = new DatabaseSync(old, { timeout: 1_000 });
  neighbor.prepare(insertion).run({ ...result({ callId: "call-3", at: noon + 1 }) });

  expect(await find("call-1")).toStrictEqual(result());
  expect(await keep(result())).toBe("kept");
  const listed = async (filter: object) => (await list(filter, 9)).map(({ callId }) => callId);
  expect(await listed({})).toEqual(["call-2", "call-3", "call-1"]);
  expect(await listed({ discoveryId: "d-1" })).toEqual(["call-2"]);
});

it("finds the results of a discovery by an index, in their order", async () => {
  await using folder = await openFolder();
  const path = `${folder.path}/state.db`;
  await (await openSqliteStores(path, options))[Symbol.asyncDispose]();

  using database = new DatabaseSync(path);
  const plan = database
    .prepare(
      `EXPLAIN QUERY PLAN SELECT call_id FROM results
        WHERE tenant IS :tenant AND discovery_id IS :id ORDER BY at DESC, call_id DESC LIMIT 9`,
    )
    .all({ tenant: "north", id: "d-1" });

  expect(plan.map(({ detail }) => detail)).toEqual([
    "SEARCH results USING INDEX results_of_discovery (discovery_id=?)",
  ]);
});
