import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { execPath } from "node:process";
import { fileURLToPath } from "node:url";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { openDurableStores } from "@toolcourt/gateway/internal/compose/open-durable-stores";
import type { DurableStores } from "@toolcourt/gateway/internal/stores/durable-stores";
import { migrations as ofPostgres } from "@toolcourt/gateway/internal/stores/postgres/migrations";
import { migrations as ofSqlite } from "@toolcourt/gateway/internal/stores/sqlite/migrations";
import { patientDeadlineMs } from "@toolcourt/gateway/internal/stores/store-error";
import { openFolder } from "@toolcourt/testing/folder";
import { usePostgres } from "@toolcourt/testing/services/use-postgres";
import { run } from "@toolcourt/testing/terminal";
import { describe, expect, it } from "vitest";
import { configKeys } from "./config-keys.ts";
import {
  type Contents,
  postgresContents,
  postgresSchema,
  sqliteContents,
  sqliteSchema,
} from "./contents.ts";
import { type Kept, keptVersions, load, unpack } from "./kept.ts";

const all = keptVersions();
const postgres = await usePostgres();

// If this fails, a migration was added: run `npm run upgrades:keep`, and commit what it writes.
it("has the files of the present schemas, which the next version must open", () => {
  const newest = all.at(-1);

  expect({ sqlite: newest?.sqlite, postgres: newest?.postgres }).toEqual({
    sqlite: ofSqlite.length,
    postgres: ofPostgres.length,
  });
});

interface Place {
  readonly folder: string;
  readonly url: string;
  readonly contents: (like?: Contents) => Promise<Contents>;
  readonly schema: () => Promise<readonly string[]>;
}

async function sqlitePlace(folder: string, kept?: Kept): Promise<Place> {
  if (kept !== undefined) await unpack(kept, "sqlite", folder);
  const path = join(folder, "state.db");
  return {
    folder,
    url: `sqlite:${path}`,
    contents: async (like) => sqliteContents(path, like),
    schema: async () => sqliteSchema(path),
  };
}

async function postgresPlace(folder: string, kept?: Kept): Promise<Place> {
  const url = await postgres.database();
  if (kept !== undefined) {
    await unpack(kept, "postgres", folder);
    await load(kept, url);
  }
  return {
    folder,
    url,
    contents: (like) => postgresContents(url, like),
    schema: () => postgresSchema(url),
  };
}

const openIn = ({ url, folder }: Place): Promise<DurableStores> =>
  openDurableStores(url, { clock: systemClock, folder, deadlineMs: patientDeadlineMs });

const databases = [
  { name: "SQLite", open: sqlitePlace, missing: undefined },
  { name: "PostgreSQL", open: postgresPlace, missing: postgres.missing },
];

/** Each test starts whole gateways, and a busy machine starts them slowly. */
const slowMs = 60_000;

describe.each(databases)("$name of an older version", ({ open, missing }) => {
  it.skipIf(missing !== undefined).each(all)(
    "$name keeps every row and works on",
    async (kept) => {
      await using folder = await openFolder();
      const place = await open(folder.path, kept);
      const before = await place.contents();
      expect(filledTables(before)).toEqual(
        expect.arrayContaining(["approvals", "audit", "checkpoints"]),
      );

      await using stores = await openIn(place);
      expect(await place.contents(before)).toEqual(before);
      await readAll(stores);
      await stores[Symbol.asyncDispose]();

      const migrated = { schema: await place.schema(), contents: await place.contents() };
      await using again = await openIn(place);
      expect({ schema: await place.schema(), contents: await place.contents() }).toEqual(migrated);
      await again[Symbol.asyncDispose]();
      await goOn(place, rowsOf(before, "audit"));
    },
    slowMs,
  );

  it.skipIf(missing !== undefined)(
    "gets the schema of a new store",
    async () => {
      await using fresh = await openFolder();
      const place = await open(fresh.path);
      await (await openIn(place))[Symbol.asyncDispose]();
      const schema = await place.schema();

      for (const kept of all) {
        await using folder = await openFolder();
        const old = await open(folder.path, kept);
        await (await openIn(old))[Symbol.asyncDispose]();
        expect({ kept: kept.name, schema: await old.schema() }).toEqual({
          kept: kept.name,
          schema,
        });
      }
    },
    slowMs,
  );
});

/** Reads every record by the ports of today, which refuse what they do not understand. */
async function readAll(stores: DurableStores): Promise<void> {
  const approvals = await stores.approvals.list({ max: 100 });
  expect(approvals.map(({ state }) => state).toSorted()).toEqual([
    "approved",
    "denied",
    "done",
    "pending",
  ]);
  await stores.grants.list({ max: 100 });
  await stores.connections.list({});
  await stores.policies.list(100);
  await stores.results.list({}, 100);
  await stores.drafts.list({});
  await stores.quarantine.list({}, 100);
  await stores.deliveries.list();
  // The call whose gateway was killed.
  expect(await stores.audit.unfinished(Number.MAX_SAFE_INTEGER)).toHaveLength(1);
}

/** Makes a call with the old configuration, lock and keys, and verifies the whole log. */
async function goOn({ folder, url }: Place, before: number): Promise<void> {
  // The path of the program that runs the tests: the configuration names it `node`.
  const environment = {
    TOOLCOURT__STORES__URL: url,
    TOOLCOURT__TOOLBOX__MCPS__tickets__CWD: folder,
    PATH: dirname(execPath),
  };
  const toolcourt = (...args: readonly string[]) => run(args, { folder, environment });
  const called = await toolcourt("call", "find_ticket", "--args", '{"number":1}');
  expect(called).toMatchObject({ code: 0 });

  const key = await toolcourt("audit", "key");
  await toolcourt("audit", "export", "--out", "log.jsonl");
  const verified = await toolcourt("audit", "verify", "log.jsonl", "--key", key.output, "--json");
  expect(verified).toMatchObject({ code: 0 });
  const rows = /"rows":\s*(\d+)/.exec(verified.output)?.[1];
  expect(Number(rows)).toBeGreaterThan(before);
}

function filledTables(contents: Contents): readonly string[] {
  return [...contents].filter(([, { rows }]) => rows.length > 0).map(([name]) => name);
}

function rowsOf(contents: Contents, table: string): number {
  return contents.get(table)?.rows.length ?? 0;
}

describe("the configuration of an older version", () => {
  const checkout = fileURLToPath(new URL("../..", import.meta.url));

  // The names before schema 7 were never published, and decision 17 replaced some of them.
  it.each(all.filter(({ sqlite }) => sqlite >= 7))(
    "$name has only known keys",
    async ({ folder }) => {
      const keys = (await readFile(join(folder, "config-keys.txt"), "utf8")).trim().split("\n");
      const known = await configKeys(checkout);

      expect(keys.filter((key) => !known.has(key))).toEqual([]);
    },
  );
});
