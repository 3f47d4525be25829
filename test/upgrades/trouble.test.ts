import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { execPath } from "node:process";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { openDurableStores } from "@toolcourt/gateway/internal/compose/open-durable-stores";
import { migrations as ofPostgres } from "@toolcourt/gateway/internal/stores/postgres/migrations";
import { migrations as ofSqlite } from "@toolcourt/gateway/internal/stores/sqlite/migrations";
import { patientDeadlineMs } from "@toolcourt/gateway/internal/stores/store-error";
import { openFolder } from "@toolcourt/testing/folder";
import { askPostgres } from "@toolcourt/testing/services/ask-postgres";
import { usePostgres } from "@toolcourt/testing/services/use-postgres";
import { run } from "@toolcourt/testing/terminal";
import { describe, expect, it } from "vitest";
import { postgresContents, sqliteContents } from "./contents.ts";
import { type Kept, keptVersions, load, unpack } from "./kept.ts";

const all = keptVersions();
const postgres = await usePostgres();
const program = fileURLToPath(new URL("killed-migration.ts", import.meta.url));

function oldest(): Kept {
  const [kept] = all;
  if (kept === undefined) throw new Error("No version is kept.");
  return kept;
}

/** Returns the signal that ended a migration before its statement of this number. */
async function killAt(place: string, statement: number): Promise<unknown> {
  const flags = ["--conditions=@toolcourt/source", program, place, String(statement)];
  const child = spawn(execPath, flags, { stdio: "inherit" });
  await once(child, "exit");
  return child.signalCode;
}

async function reopen(url: string, folder: string): Promise<void> {
  const options = { clock: systemClock, folder, deadlineMs: patientDeadlineMs };
  await (await openDurableStores(url, options))[Symbol.asyncDispose]();
}

describe("a process that is killed while it migrates", () => {
  const steps = ofSqlite.length - oldest().sqlite;
  // Before the first migration, between two, before the last and before the commit.
  it.each([0, Math.ceil(steps / 2), steps - 1, steps])(
    "leaves a usable SQLite file, at %i",
    async (at) => {
      await using folder = await openFolder();
      await unpack(oldest(), "sqlite", folder.path);
      const path = join(folder.path, "state.db");
      const before = sqliteContents(path);

      expect(await killAt(path, at)).toBe("SIGKILL");
      await reopen(`sqlite:${path}`, folder.path);
      expect(sqliteContents(path, before)).toEqual(before);
    },
    60_000,
  );

  // Two statements read the version, and each migration has a second one that notes it.
  const statements = 2 + 2 * (ofPostgres.length - oldest().postgres);
  it.skipIf(postgres.missing !== undefined).each([0, 3, statements / 2, statements])(
    "leaves a usable PostgreSQL database, at %i",
    async (at) => {
      await using folder = await openFolder();
      const url = await postgres.database();
      await load(oldest(), url);
      const before = await postgresContents(url);

      expect(await killAt(url, at)).toBe("SIGKILL");
      await reopen(url, folder.path);
      expect(await postgresContents(url, before)).toEqual(before);
    },
    60_000,
  );
});

// Each runs a whole command, which a busy machine starts slowly.
describe("what a newer version wrote", { timeout: 60_000 }, () => {
  const call = ["call", "find_ticket", "--args", '{"number":1}'];
  const install = "next: npm install toolcourt@latest";

  it("stays as it is in SQLite, and the refusal names both versions", async () => {
    await using folder = await openFolder();
    await unpack(oldest(), "sqlite", folder.path);
    const path = join(folder.path, "state.db");
    using database = new DatabaseSync(path);
    // A copy may be in another mode, and its header must stay too.
    database.exec(`PRAGMA journal_mode = DELETE; PRAGMA user_version = ${ofSqlite.length + 1}`);
    database.close();
    const before = await readFile(path);

    const { code, errors } = await run(call, { folder: folder.path });
    expect(code).toBe(2);
    expect(errors).toContain(
      `Its schema is ${ofSqlite.length + 1}, and this version knows schemas up to ${ofSqlite.length}.`,
    );
    expect(errors).toContain("It is sqlite:state.db (stores.url).");
    expect(errors).toContain(install);
    expect((await readFile(path)).equals(before)).toBe(true);
  });

  it.skipIf(postgres.missing !== undefined)("stays as it is in PostgreSQL", async () => {
    await using folder = await openFolder();
    await unpack(oldest(), "postgres", folder.path);
    const url = await postgres.database();
    await load(oldest(), url);
    const newer = ofPostgres.length + 1;
    await askPostgres(url, (client) =>
      client.query("INSERT INTO toolcourt.migrations (version) VALUES ($1)", [newer]),
    );
    const before = await postgresContents(url);

    const environment = { TOOLCOURT__STORES__URL: url };
    const { code, errors } = await run(call, { folder: folder.path, environment });
    expect(code).toBe(2);
    expect(errors).toContain(`Its schema is ${newer}, and this version knows schemas up to`);
    expect(errors).toContain("It is the PostgreSQL that stores.url names.");
    expect(errors).toContain(install);
    expect(await postgresContents(url)).toEqual(before);
  });

  it("stays as it is in the lock", async () => {
    await using folder = await openFolder();
    await unpack(oldest(), "sqlite", folder.path);
    const path = join(folder.path, "toolcourt.lock");
    const newer = (await readFile(path, "utf8")).replace(
      '"version": 1',
      '"version": 2, "more": []',
    );
    await writeFile(path, newer);

    const { code, errors } = await run(call, { folder: folder.path });
    expect(code).toBe(2);
    expect(errors).toContain(
      "This is version 2 of the lock, and this toolcourt knows up to version 1.",
    );
    expect(errors).toContain("toolcourt.lock:");
    expect(await readFile(path, "utf8")).toBe(newer);
  });
});
