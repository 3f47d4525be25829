import process from "node:process";
import { DatabaseSync } from "node:sqlite";
import { migrate } from "@toolcourt/gateway/internal/stores/postgres/migrations";
import type { Row } from "@toolcourt/gateway/internal/stores/rows";
import { openDatabase } from "@toolcourt/gateway/internal/stores/sqlite/database";
import { askPostgres } from "@toolcourt/testing/services/ask-postgres";

// Migrates a store, and kills itself before the given statement of the migration.

const [, , place = "", at = "0"] = process.argv;
let left = Number.POSITIVE_INFINITY;

function count(sql: unknown): void {
  if (typeof sql === "string" && /BEGIN (IMMEDIATE|ISOLATION)/.test(sql)) left = Number(at);
  else if (left === 0) process.kill(process.pid, "SIGKILL");
  else left -= 1;
}

if (place.startsWith("postgres:")) {
  await askPostgres(place, async (client) => {
    // oxlint-disable-next-line typescript/no-unsafe-assignment -- all clients have the same one
    const all: typeof client = Object.getPrototypeOf(client);
    // oxlint-disable-next-line typescript/unbound-method -- it is called with its client
    all.query = new Proxy(all.query, {
      apply: (target, self, args: unknown[]): unknown => {
        count(args[0]);
        return Reflect.apply(target, self, args);
      },
    });
    const ask = async (sql: string, values: readonly unknown[] = []) =>
      (await client.query<Row>(sql, [...values])).rows;
    await migrate(ask, { url: place, schema: "toolcourt", timeoutMs: 20_000 });
  });
} else {
  // oxlint-disable-next-line typescript/unbound-method -- it is called with its database
  const { exec } = DatabaseSync.prototype;
  DatabaseSync.prototype.exec = function counted(sql) {
    count(sql);
    exec.call(this, sql);
  };
  openDatabase({ path: place }).close();
}
