import { chmod, copyFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { systemClock } from "../../packages/contracts/src/kernel/clock.ts";
import { Database } from "../../packages/gateway/src/stores/postgres/database.ts";
import { usePostgres } from "../../packages/testing/src/services/use-postgres.ts";
import { type AuditedWorld, openAuditedWorld, refusedAll } from "./audited-world.ts";

const postgres = await usePostgres();

/** Starts, stops and looks of real gateways, a second apart. */
const patience = { timeout: 60_000 };
const soon = { timeout: 15_000, interval: 100 };

const next = "Next: toolcourt explain-error audit-failed";
const older = `503 The audit log cannot be signed: the store lacks rows of this log. ${next}`;
const advice =
  /Restore the right store and restart\. If it is lost, stop the gateway, run toolcourt audit accept --reason/;

function fileOf({ folder }: AuditedWorld, end = ""): string {
  return join(folder.path, `.toolcourt/state.db${end}`);
}

/** Copies the store as it is now. */
async function backUp(world: AuditedWorld): Promise<void> {
  const database = new DatabaseSync(fileOf(world));
  database.exec(`VACUUM INTO '${join(world.folder.path, "old.db")}'`);
  database.close();
}

async function remove(world: AuditedWorld): Promise<void> {
  for (const end of ["", "-wal", "-shm"]) await rm(fileOf(world, end), { force: true });
}

async function restore(world: AuditedWorld): Promise<void> {
  await remove(world);
  await copyFile(join(world.folder.path, "old.db"), fileOf(world, ".new"));
  await chmod(fileOf(world, ".new"), 0o600);
  await rename(fileOf(world, ".new"), fileOf(world));
}

/** Accepts the store as the printed advice says, and starts again. */
async function accept(world: AuditedWorld): Promise<string> {
  await world.stop();
  const { code, printed } = await world.command("audit", "accept", "--reason", "The disk died.");
  expect([code, printed]).toEqual([0, expect.stringContaining("Start the gateway.")]);
  await world.start();
  const { printed: exported } = await world.command("audit", "export");
  return exported;
}

describe("SECURITY 73: an older store in place of the audit log", patience, () => {
  it("stops every request of a running gateway, which says what is missing", async () => {
    await using world = await openAuditedWorld();
    await world.call();
    await backUp(world);
    await world.call();

    await restore(world);

    await expect.poll(world.readiness, soon).toBe(older);
    const before = world.reached.length;
    expect(await world.requests()).toEqual(refusedAll);
    expect(world.reached).toHaveLength(before);
    expect(world.printed()).toMatch(
      /the store lacks rows of this log\. Expected: row \d+ with hash [0-9a-f]{64}\. Found: row \d+ with hash [0-9a-f]{64}\./,
    );
    expect(world.printed()).toMatch(advice);
  });

  it.each([
    ["an older copy", restore],
    ["no store", remove],
  ])(
    "stops a gateway that starts with %s, until an operator gives the reason",
    async (_, replace) => {
      await using world = await openAuditedWorld();
      await world.call();
      await backUp(world);
      await world.call();
      await world.stop();
      await replace(world);

      await world.start();

      expect(await world.readiness()).toBe(older);
      expect(await world.requests()).toEqual(refusedAll);
      expect(world.printed()).toMatch(advice);
      const exported = await accept(world);
      expect([await world.readiness(), await world.call()]).toEqual(["200 ready", "answered"]);
      expect(exported).toContain('"kind":"audit.accepted"');
      expect(exported).toContain('"reason":"The disk died."');
    },
  );

  it("resumes by itself when a removed store is back", async () => {
    await using world = await openAuditedWorld();
    await world.call();
    await rename(fileOf(world), fileOf(world, ".away"));

    await expect.poll(world.readiness, soon).toMatch(/^503 .*the store failed\. Next: /s);
    expect(await world.call()).toMatch(/^audit-failed: /);
    expect(world.printed()).toMatch(
      /not there\. Expected: row \d+ with hash [0-9a-f]{64}\. Put the store back/,
    );
    await rename(fileOf(world, ".away"), fileOf(world));

    await expect.poll(world.readiness, soon).toBe("200 ready");
    expect(await world.call()).toBe("answered");
  });

  it("leaves the calls to a mirror while the store is only away", async () => {
    const audit = { mirror_file: "copy.jsonl", must_reach: "any" };
    await using world = await openAuditedWorld({ audit });
    await world.call();

    await rename(fileOf(world), fileOf(world, ".away"));
    await expect.poll(world.printed, soon).toMatch(/was not signed: the store failed/);

    expect([await world.readiness(), await world.call()]).toEqual(["200 ready", "answered"]);
    await rename(fileOf(world, ".away"), fileOf(world));
  });
});

describe.skipIf(postgres.missing !== undefined)(
  `SECURITY 73: an older PostgreSQL in place of the audit log (${postgres.missing ?? "there"})`,
  patience,
  () => {
    it("stops every request of a running and of a starting gateway", async () => {
      const url = await postgres.database();
      await using world = await openAuditedWorld({ stores: { url } });
      await world.call();
      await world.stop();
      await world.start();
      await world.call();

      const options = { clock: systemClock, timeoutMs: 20_000, connections: 1 };
      await using database = new Database(url, options);
      const client = await database.connect();
      // A trigger refuses this. A restored backup needs no permission of a trigger.
      await client.query("ALTER TABLE toolcourt.audit DISABLE TRIGGER ALL");
      await client.query("DELETE FROM toolcourt.audit WHERE sequence > 1");
      await client.end();

      await expect.poll(world.readiness, soon).toBe(older);
      expect(await world.requests()).toEqual(refusedAll);
      expect(world.printed()).toMatch(/Expected: row \d+ .* Found: row \d+ /);
      await world.stop();
      await world.start();
      expect(await world.readiness()).toBe(older);
      expect(await world.requests()).toEqual(refusedAll);
    });
  },
);
