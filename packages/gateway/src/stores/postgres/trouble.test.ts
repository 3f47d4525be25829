import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { openPostgres } from "@toolcourt/testing/services/open-postgres";
import type { TestServer } from "@toolcourt/testing/services/test-server";
import { usePostgres } from "@toolcourt/testing/services/use-postgres";
import { Client } from "pg";
import { beforeAll, describe, expect, it } from "vitest";
import { patientDeadlineMs } from "../store-error.ts";
import {
  appended,
  approval,
  chained,
  connection,
  entry,
  noon,
  result,
} from "../suites/builders.ts";
import { linkSteps } from "../suites/link.ts";
import { migrations } from "./migrations.ts";
import { openPostgresStores, type PostgresOptions } from "./open-postgres-stores.ts";

const postgres = await usePostgres();
const shared = postgres.missing === undefined ? await postgres.database() : "";
// Where the deadline is not the claim, a busy machine must not reach it.
const usual = { linkSteps, clock: systemClock, timeoutMs: patientDeadlineMs };
let schemas = 0;

function fresh(more: Partial<PostgresOptions> = {}): PostgresOptions & { schema: string } {
  schemas += 1;
  return { ...usual, schema: `trouble_${schemas}`, ...more };
}

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function tell(sql: string): Promise<unknown> {
  return withClient(shared, (client) => client.query(sql));
}

async function lockWaitersIn(client: Client): Promise<number> {
  const { rowCount } = await client.query(
    "SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted",
  );
  return rowCount ?? 0;
}

/** Returns whether a transaction waits for the lock of a table. */
async function isAwaited(table: string, client: Client): Promise<boolean> {
  const { rowCount } = await client.query(
    "SELECT FROM pg_locks WHERE relation = $1::regclass AND NOT granted",
    [table],
  );
  return rowCount !== 0;
}

/** Returns the statements of a database with the first migrations only. */
function olderSchema(schema: string, count: number): string {
  const before = migrations.slice(0, count).map((sql) => sql.replaceAll("$schema", schema));
  const versions = before.map((_, index) => `(${index + 1})`).join();
  return `CREATE SCHEMA ${schema};
    CREATE TABLE ${schema}.migrations (
      version integer PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now());
    INSERT INTO ${schema}.migrations (version) VALUES ${versions};
    ${before.join("\n")}`;
}

describe.skipIf(postgres.missing !== undefined)(
  `trouble with PostgreSQL (${postgres.missing ?? "there"})`,
  () => {
    describe("at startup", () => {
      it("migrates once when many processes start at the same time", async () => {
        const options = fresh();

        const opened = await Promise.all(
          Array.from({ length: 4 }, () => openPostgresStores(shared, options)),
        );

        await Promise.all(opened.map(({ audit }) => audit.append([entry()], "committed")));
        expect((await opened[0]?.audit.last())?.sequence).toBe(4);
        await Promise.all(opened.map((stores) => stores[Symbol.asyncDispose]()));
      });

      it("upgrades an older database and keeps its data", async () => {
        const options = fresh();
        const { schema } = options;
        await tell(`${olderSchema(schema, 4)}
          INSERT INTO ${schema}.policies VALUES (1, 'v1', 'text', 'olga', 1)`);

        await using stores = await openPostgresStores(shared, options);
        await stores.connections.add(connection(), entry());
        await stores.results.keep(result());

        expect((await stores.policies.newest())?.version).toBe("v1");
        expect(await stores.connections.find("c1")).toEqual(connection());
        expect(await stores.results.find("call-1")).toEqual(result());
      });

      it("keeps and lists the results of an older database", async () => {
        const options = fresh();
        const { schema } = options;
        await tell(olderSchema(schema, 9));
        await tell(`INSERT INTO ${schema}.results
          VALUES ('call-1', 'north', 'subject-1', 'weather', 'weather', 'sha256:00', ${noon},
            'sha256:22', '{"content":[]}')`);

        await using stores = await openPostgresStores(shared, options);
        const { keep, find, list } = stores.results;
        await keep(result({ callId: "call-2", at: noon + 1, discoveryId: "d-1" }));

        expect(await find("call-1")).toStrictEqual(result());
        expect(await keep(result())).toBe("kept");
        const listed = async (filter: object) => (await list(filter, 9)).map((each) => each.callId);
        expect(await listed({})).toEqual(["call-2", "call-1"]);
        expect(await listed({ discoveryId: "d-1" })).toEqual(["call-2"]);
      });

      it("has an index for the results of a discovery, in their order", async () => {
        const options = fresh();
        await (await openPostgresStores(shared, options))[Symbol.asyncDispose]();

        const plan = await withClient(shared, async (client) => {
          // Without rows the planner would read the whole table.
          await client.query("SET enable_seqscan = off; SET enable_bitmapscan = off");
          await client.query(`PREPARE listed (text, text) AS SELECT call_id
            FROM ${options.schema}.results WHERE tenant = $1 AND discovery_id = $2
            ORDER BY at DESC, call_id COLLATE "C" DESC LIMIT 9`);
          await client.query("SET plan_cache_mode = force_generic_plan");
          return client.query("EXPLAIN EXECUTE listed ('north', 'd-1')");
        });

        const lines = JSON.stringify(plan.rows);
        expect(lines).toContain("Index Scan Backward using results_of_discovery");
        expect(lines).not.toContain("Sort");
      });

      it("refuses a database that a newer version has written", async () => {
        const options = fresh();
        await (await openPostgresStores(shared, options))[Symbol.asyncDispose]();
        await tell(`INSERT INTO ${options.schema}.migrations (version) VALUES (1000)`);

        await expect(openPostgresStores(shared, options)).rejects.toMatchObject({ kind: "newer" });
      });

      it("reports an unreachable server", async () => {
        const nowhere = "postgres://localhost/x?host=/nowhere";

        await expect(openPostgresStores(nowhere, usual)).rejects.toMatchObject({
          kind: "unreachable",
        });
      });

      it("refuses a schema that is more than a name", async () => {
        await expect(
          openPostgresStores(shared, { ...usual, schema: "a; DROP TABLE b" }),
        ).rejects.toThrow(RangeError);
      });
    });

    describe("when the database refuses", () => {
      it("lets a role without write privileges start, and refuses its writes", async () => {
        const options = fresh();
        await (await openPostgresStores(shared, options))[Symbol.asyncDispose]();
        await tell(`CREATE ROLE reader_${schemas} LOGIN;
          GRANT USAGE ON SCHEMA ${options.schema} TO reader_${schemas};
          GRANT SELECT ON ALL TABLES IN SCHEMA ${options.schema} TO reader_${schemas}`);
        const url = shared.replace("postgres@", `reader_${schemas}@`);
        await using stores = await openPostgresStores(url, options);

        await expect(stores.audit.append([entry()], "committed")).rejects.toMatchObject({
          kind: "read-only",
        });
        expect(await stores.audit.read(1, 10)).toEqual([]);
      });

      it("refuses while the disk is full, and recovers by itself", async () => {
        const options = fresh();
        await using stores = await openPostgresStores(shared, options);
        await tell(`CREATE FUNCTION ${options.schema}.full_disk() RETURNS trigger LANGUAGE plpgsql
            AS $$ BEGIN RAISE EXCEPTION 'No space left' USING ERRCODE = '53100'; END $$;
          CREATE TRIGGER full_disk BEFORE INSERT ON ${options.schema}.audit
            EXECUTE FUNCTION ${options.schema}.full_disk()`);

        await expect(
          stores.approvals.add(approval(), { max: 10, entry: entry() }),
        ).rejects.toMatchObject({ kind: "full" });

        await tell(`DROP TRIGGER full_disk ON ${options.schema}.audit`);
        expect(await stores.approvals.find("a1")).toBeUndefined();
        expect(await stores.audit.append([entry({ body: "1" })], "on-disk")).toEqual(
          appended(["1"]),
        );
      });

      it("refuses in time while another process holds the log, and recovers afterwards", async () => {
        const clock = createFakeClock();
        const options = fresh({ clock });
        await using stores = await openPostgresStores(shared, options);

        await withClient(shared, async (client) => {
          await client.query(`BEGIN; LOCK TABLE ${options.schema}.audit`);
          const waiting = [1, 2, 3].map(() => stores.audit.append([entry()], "committed"));
          const settled = Promise.allSettled(waiting);
          await expect.poll(() => isAwaited(`${options.schema}.audit`, client)).toBe(true);
          await clock.advance(patientDeadlineMs);
          expect(await settled).toMatchObject(
            [1, 2, 3].map(() => ({ reason: { kind: "overdue" } })),
          );
        });

        expect(await stores.audit.append([entry({ body: "1" })], "committed")).toEqual(
          appended(["1"]),
        );
      });

      it("appends behind concurrent rows, at any default isolation level", async () => {
        const options = fresh();
        const strict = `${shared}&options=-c%20default_transaction_isolation%3Dserializable`;
        await using stores = await openPostgresStores(strict, options);

        const waiting = await withClient(shared, async (client) => {
          await client.query(`BEGIN; SELECT pg_advisory_xact_lock(
            hashtextextended('toolcourt audit of ${options.schema}', 0))`);
          const append = stores.audit.append([entry()], "committed");
          await expect.poll(() => lockWaitersIn(client)).toBeGreaterThan(0);
          await client.query(`INSERT INTO ${options.schema}.audit VALUES (1, '1', 'aa'); COMMIT`);
          return append;
        });

        expect(waiting).toMatchObject([{ sequence: 2 }]);
      });

      it("refuses to continue when written rows are missing", async () => {
        const options = fresh();
        await using stores = await openPostgresStores(shared, options);
        await stores.audit.append([entry(), entry()], "committed");
        await tell(`ALTER TABLE ${options.schema}.audit DISABLE TRIGGER ALL;
          DELETE FROM ${options.schema}.audit WHERE sequence = 2`);

        const append = stores.audit.append([entry()], "committed");

        await expect(append).rejects.toMatchObject({ kind: "older" });
      });

      it("receives its notices despite junk from others on its channel", async () => {
        const options = fresh();
        await using stores = await openPostgresStores(shared, options);
        const heard = Promise.withResolvers<string>();
        await stores.notices.subscribe("registry", heard.resolve);

        for (const said of ["hello", "null", '["registry"]', '["registry",1]']) {
          await tell(`NOTIFY toolcourt_${options.schema}, '${said}'`);
        }
        await stores.notices.publish("registry", "changed");

        expect(await heard.promise).toBe("changed");
      });

      it("forbids changes to written rows", async () => {
        const options = fresh();
        await using stores = await openPostgresStores(shared, options);
        await stores.audit.append([entry({ body: "1" })], "committed");

        for (const sql of ["UPDATE $ SET body = '2'", "DELETE FROM $", "TRUNCATE $"]) {
          const change = tell(sql.replace("$", `${options.schema}.audit`));
          await expect(change).rejects.toThrow("only added to");
        }

        expect(await stores.audit.read(1, 10)).toEqual(chained(["1"]));
      });

      it.each(["UPDATE $t SET output = 'x'", "DELETE FROM $t", "TRUNCATE $t"])(
        "forbids changing a result by %s",
        async (sql) => {
          const options = fresh();
          await using stores = await openPostgresStores(shared, options);
          await stores.results.forget(noon, 10);
          await stores.results.keep(result());

          const attempt = tell(sql.replace("$t", `${options.schema}.results`));

          await expect(attempt).rejects.toThrow("Results are never changed");
          expect(await stores.results.find("call-1")).toEqual(result());
        },
      );

      it.each(["UPDATE $t SET state = 'admitted'", "DELETE FROM $t", "TRUNCATE $t"])(
        "forbids changing an admission by %s",
        async (sql) => {
          const options = fresh();
          await using stores = await openPostgresStores(shared, options);
          const decision = { server: "crm", tool: "a", digest: "d", by: "x", at: 1, note: "" };
          const change = { replaces: undefined, entry: entry() };
          await stores.admissions.put({ ...decision, state: "withdrawn" }, change);

          const attempt = tell(sql.replace("$t", `${options.schema}.admissions`));

          await expect(attempt).rejects.toThrow("Admissions are only added");
          expect(await stores.admissions.newest()).toMatchObject([{ state: "withdrawn" }]);
        },
      );

      it("finds no entry under an id that it cannot store", async () => {
        await using stores = await openPostgresStores(shared, fresh());
        const use = { id: "a\0", digest: "d", callId: "c", at: 1 };

        expect(await stores.approvals.find("a\0")).toBeUndefined();
        expect(await stores.approvals.consume(use, entry())).toBe(false);
        expect(
          await stores.approvals.decide("a\0", { to: "approved", by: "x", at: 1 }, entry()),
        ).toBeUndefined();
      });

      it("stores personal fields with any characters", async () => {
        await using stores = await openPostgresStores(shared, fresh());
        const odd = { id: "p", subject: "s", salt: "x", text: "a\0b \ud800 \u{1f600} 'c'" };

        await stores.personal.put(odd);

        expect(await stores.personal.find("p")).toEqual(odd);
      });

      it("reports that it was closed", async () => {
        const stores = await openPostgresStores(shared, fresh());
        await stores[Symbol.asyncDispose]();
        await stores[Symbol.asyncDispose]();

        await expect(stores.audit.last()).rejects.toMatchObject({ kind: "closed" });
      });
    });
  },
);

describe.skipIf(postgres.missing !== undefined)("a PostgreSQL that goes away", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openPostgres();
    return () => server[Symbol.asyncDispose]();
  }, 60_000);

  it("fails fast, and serves the next request once it is back", async () => {
    await using stores = await openPostgresStores(server.url, usual);
    await stores.audit.append([entry({ body: "1" })], "committed");

    await server.crash();
    await expect(stores.audit.append([entry()], "committed")).rejects.toMatchObject({
      kind: "unreachable",
    });
    await server.start();

    await stores.audit.append([entry({ body: "2" })], "committed");
    expect(await stores.audit.read(1, 10)).toEqual(chained(["1", "2"]));
  });

  it("delivers notices again once it is back", async () => {
    const clock = createFakeClock();
    await using stores = await openPostgresStores(server.url, { ...usual, clock });
    const heard = Promise.withResolvers<string>();
    await stores.notices.subscribe("registry", heard.resolve);

    await server.stop();
    await server.start();
    await clock.untilSleeping();
    await clock.advance(100);
    await stores.notices.subscribe("registry", () => undefined);
    await stores.notices.publish("registry", "changed");

    expect(await heard.promise).toBe("changed");
  });
});
