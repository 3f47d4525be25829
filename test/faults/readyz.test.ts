import { describe, expect, it } from "vitest";
import { openFolder } from "../../packages/testing/src/folder.ts";
import { askPostgres } from "../../packages/testing/src/services/ask-postgres.ts";
import { openPostgres } from "../../packages/testing/src/services/open-postgres.ts";
import { usePostgres } from "../../packages/testing/src/services/use-postgres.ts";
import { openServing } from "../../packages/testing/src/serving.ts";
import { until } from "../policy/served.ts";

const postgres = await usePostgres();

async function readiness(url: URL): Promise<{ readonly status: number; readonly text: string }> {
  const headers = { accept: "application/json" };
  const response = await fetch(new URL("/readyz", url), { headers });
  return { status: response.status, text: await response.text() };
}

async function setReadOnly(url: string, change: string): Promise<void> {
  await askPostgres(url, async (client) => {
    await client.query(`ALTER SYSTEM ${change}`);
    await client.query("SELECT pg_reload_conf()");
  });
}

describe.skipIf(postgres.missing !== undefined)(
  `/readyz of a gateway with a PostgreSQL (${postgres.missing ?? "there"})`,
  // Starts, kills and starts a database of its own.
  { timeout: 60_000 },
  () => {
    it("is 503 with the reason while the database is down, and ready again by itself", async () => {
      await using database = await openPostgres();
      const names = ["hello", "read_repo_file", "write_memory_entry"];
      const toolbox = { local: ["workspace"], tools: names.map((name) => ({ name })) };
      const config = JSON.stringify({ toolbox, stores: { url: database.url } });
      await using folder = await openFolder({ "toolcourt.yaml": config });
      await using serving = await openServing(folder.path);
      const before = await readiness(serving.url);
      await database.crash();
      // The audit log may notice first.
      await until(async () => (await readiness(serving.url)).text.includes("store-unusable"));
      const down = await readiness(serving.url);
      await database.start();
      await until(async () => (await readiness(serving.url)).status === 200);

      expect(before.status).toBe(200);
      expect(down.status).toBe(503);
      expect(down.text).toContain('"next":"toolcourt explain-error store-unusable"');
    });

    it("is 503 while the database can only be read, as after a failover", async () => {
      await using database = await openPostgres();
      const config = JSON.stringify({ toolbox: { local: [] }, stores: { url: database.url } });
      await using folder = await openFolder({ "toolcourt.yaml": config });
      await using serving = await openServing(folder.path);
      const before = await readiness(serving.url);
      await setReadOnly(database.url, "SET default_transaction_read_only = on");
      await until(async () => (await readiness(serving.url)).status === 503);
      const readOnly = await readiness(serving.url);
      await setReadOnly(database.url, "RESET default_transaction_read_only");
      await until(async () => (await readiness(serving.url)).status === 200);

      expect(before.status).toBe(200);
      expect(readOnly.text).toContain('"code":"store-unusable"');
    });
  },
);
