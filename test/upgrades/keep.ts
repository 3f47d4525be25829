import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import process from "node:process";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { askPostgres } from "@toolcourt/testing/services/ask-postgres";
import { bundleStores } from "./bundle-stores.ts";
import { configKeys } from "./config-keys.ts";
import { tellStory } from "./story.ts";

// Writes test/upgrades/kept/<SQLite version>-<PostgreSQL version>: the files that this version
// leaves behind after one use. Run it in the commit that adds a migration.

const usage =
  "npm run upgrades:keep -- --postgres <address of an empty database> [--checkout <folder>]";
const run = promisify(execFile);
const { postgres, checkout } = flags();
const kept = fileURLToPath(new URL("kept", import.meta.url));
const work = await mkdtemp(join(tmpdir(), "toolcourt-keep-"));
try {
  await keep();
} finally {
  await rm(work, { recursive: true, force: true });
}

async function keep(): Promise<void> {
  const [first, second] = [join(work, "sqlite"), join(work, "postgres")];
  await tellStory({ checkout, folder: first, store: "sqlite:state.db" });
  await tellStory({ checkout, folder: second, store: postgres });
  const file = closedFile(join(first, "state.db"));
  const place = join(kept, `${two(file.version)}-${two(await versionOfPostgres())}`);
  await rm(place, { recursive: true, force: true });
  await mkdir(place, { recursive: true });
  for (const name of ["toolcourt.yaml", "toolcourt.lock"])
    await cp(join(first, name), join(place, name));
  await cp(join(first, ".toolcourt"), join(place, "sqlite-keys"), { recursive: true });
  await cp(join(second, ".toolcourt"), join(place, "postgres-keys"), { recursive: true });
  await writeFile(join(place, "state.db.gz"), gzipSync(await readFile(file.path), { level: 9 }));
  await writeFile(join(place, "postgres.sql"), await dump());
  await writeFile(
    join(place, "config-keys.txt"),
    `${[...(await configKeys(checkout))].join("\n")}\n`,
  );
  await writeFile(
    join(place, "postgres-stores.mjs.gz"),
    gzipSync(await bundleStores(checkout), { level: 9 }),
  );
  process.stdout.write(`Kept ${place}.\n`);
}

/** Copies the write-ahead log into the file, and reads its version. */
function closedFile(path: string): { readonly path: string; readonly version: number } {
  using database = new DatabaseSync(path);
  database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  const version = Number(database.prepare("PRAGMA user_version").get()?.["user_version"]);
  return { path, version };
}

async function versionOfPostgres(): Promise<number> {
  const sql = "SELECT max(version) AS version FROM toolcourt.migrations";
  const { rows } = await askPostgres(postgres, (client) => client.query<{ version: number }>(sql));
  return rows[0]?.version ?? 0;
}

/** The dump as plain SQL, without lines that only psql understands. */
async function dump(): Promise<string> {
  const how = ["--schema=toolcourt", "--inserts", "--no-owner", "--no-privileges"];
  const { stdout } = await run("pg_dump", [...how, postgres], { maxBuffer: 64 * 1024 ** 2 });
  return stdout.replaceAll(/^\\.*\n/gm, "");
}

function two(version: number): string {
  return String(version).padStart(2, "0");
}

function flags(): { readonly postgres: string; readonly checkout: string } {
  const { values } = parseArgs({
    options: { postgres: { type: "string" }, checkout: { type: "string", default: "." } },
  });
  if (values.postgres === undefined) {
    process.stderr.write(
      `A database is missing, and pg_dump of its version must be on the path.\n${usage}\n`,
    );
    process.exit(2);
  }
  return { postgres: values.postgres, checkout: resolve(values.checkout) };
}
