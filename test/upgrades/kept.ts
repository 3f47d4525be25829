import { readdirSync, readFileSync } from "node:fs";
import { chmod, copyFile, cp, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { askPostgres } from "@toolcourt/testing/services/ask-postgres";
import { ticketsServer } from "./tickets-server.ts";

const root = fileURLToPath(new URL("kept", import.meta.url));

/** What one version left behind. */
export interface Kept {
  readonly name: string;
  readonly folder: string;
  readonly sqlite: number;
  readonly postgres: number;
}

/** Lists the kept versions, oldest first. */
export function keptVersions(): readonly Kept[] {
  return readdirSync(root)
    .toSorted()
    .map((name) => {
      const [sqlite = 0, postgres = 0] = name.split("-").map(Number);
      return { name, folder: join(root, name), sqlite, postgres };
    });
}

/** Puts the configuration, the lock, the keys and the server of a kept version into a folder. */
export async function unpack(kept: Kept, store: "sqlite" | "postgres", to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const name of ["toolcourt.yaml", "toolcourt.lock"]) {
    await copyFile(join(kept.folder, name), join(to, name));
  }
  await cp(join(kept.folder, `${store}-keys`), join(to, ".toolcourt"), { recursive: true });
  // Git keeps no permissions, and the gateway refuses keys that others can read.
  for (const name of readdirSync(join(to, ".toolcourt"))) {
    await chmod(join(to, ".toolcourt", name), 0o600);
  }
  await writeFile(join(to, "tickets-server.mjs"), ticketsServer);
  if (store === "sqlite") await writeFile(join(to, "state.db"), fileOf(kept), { mode: 0o600 });
}

function fileOf({ folder }: Kept): Buffer {
  return gunzipSync(readFileSync(join(folder, "state.db.gz")));
}

/** Loads the dump of a kept version into an empty database. */
export async function load({ folder }: Kept, url: string): Promise<void> {
  const dump = readFileSync(join(folder, "postgres.sql"), "utf8");
  await askPostgres(url, (client) => client.query(dump));
}
