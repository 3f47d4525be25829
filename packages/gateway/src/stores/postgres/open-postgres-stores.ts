import { openAll } from "@toolcourt/contracts/internal/kernel/open-all";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { AuditStore, LinkSteps } from "../audit-store.ts";
import type { DurableStores } from "../durable-stores.ts";
import type { Notices } from "../notices.ts";
import type { PolicyStore } from "../policy-store.ts";
import { numberOf, readAuditRow, readCheckpoint, readPolicy, readPolicyPut } from "../rows.ts";
import { storeDeadlineMs } from "../store-error.ts";
import { createPostgresAdmissions } from "./admissions.ts";
import { createPostgresApprovals } from "./approvals.ts";
import { createPostgresCalls } from "./calls.ts";
import { Chain } from "./chain.ts";
import { createPostgresConnections } from "./connections.ts";
import { Database } from "./database.ts";
import { createPostgresDeliveries } from "./deliveries.ts";
import { createPostgresDrafts } from "./drafts.ts";
import { createPostgresGrants } from "./grants.ts";
import { createPostgresHistories } from "./histories.ts";
import { createPostgresKeyUses } from "./key-uses.ts";
import { createPostgresKeys } from "./keys.ts";
import { migrate } from "./migrations.ts";
import { openPostgresNotices } from "./notices.ts";
import { appendAgain, keepCheckpoint, openCallsBefore } from "./open-calls.ts";
import { createPostgresPersonal } from "./personal.ts";
import { createPostgresQuarantine } from "./quarantine.ts";
import { createPostgresResults } from "./results.ts";
import { createPostgresTasks } from "./tasks.ts";

export interface PostgresOptions extends Pick<Runtime, "clock"> {
  readonly linkSteps: LinkSteps;
  /** Schema of the tables. Default: `toolcourt`. */
  readonly schema?: string;
  /** Time limit of every operation. Default: the store deadline. */
  readonly timeoutMs?: number;
  /** Maximum pool size, not counting the listening connection. Default: 8. */
  readonly connections?: number;
}

export type PostgresStores = DurableStores & {
  readonly notices: Notices;
  /** Returns the time of the database, in milliseconds since 1970. */
  readonly time: () => Promise<number>;
};

/** Opens stores shared through PostgreSQL, and migrates the database. */
export async function openPostgresStores(
  url: string,
  options: PostgresOptions,
): Promise<PostgresStores> {
  const { linkSteps, clock, schema = "toolcourt", connections = 8 } = options;
  const { timeoutMs = storeDeadlineMs } = options;
  if (!/^[a-z_][a-z0-9_]{0,40}$/.test(schema)) {
    throw new RangeError(
      "The schema must be a name of lower case letters, digits and underscores.",
    );
  }
  return openAll(async (stack) => {
    const database = stack.use(new Database(url, { clock, timeoutMs, connections }));
    await migrate(database.ask, { url, schema, timeoutMs });
    const notices = stack.use(openPostgresNotices({ database, clock, schema }));
    const chain = new Chain({ database, linkSteps, schema });
    return {
      audit: createPostgresAudit(database, chain, schema),
      personal: createPostgresPersonal(database, chain, schema),
      approvals: createPostgresApprovals(database, chain, schema),
      grants: createPostgresGrants(database, chain, schema),
      policies: createPostgresPolicies(database, chain, schema),
      connections: createPostgresConnections(database, chain, schema),
      keys: createPostgresKeys(database, schema),
      drafts: createPostgresDrafts(database, chain, schema),
      results: createPostgresResults(database, schema),
      quarantine: createPostgresQuarantine(database, schema),
      admissions: createPostgresAdmissions(database, chain, schema),
      deliveries: createPostgresDeliveries(database, schema),
      keyUses: createPostgresKeyUses(database, schema),
      tasks: createPostgresTasks(database, chain, schema),
      calls: createPostgresCalls(database, schema),
      histories: createPostgresHistories(database, schema),
      notices,
      time: () => timeOf(database),
    };
  });
}

async function timeOf({ ask }: Database): Promise<number> {
  const [row = {}] = await ask(
    "SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now",
  );
  return numberOf(row, "now");
}

/** Every commit is on disk here, so both durabilities are the same. */
function createPostgresAudit(database: Database, chain: Chain, schema: string): AuditStore {
  const { ask } = database;
  const columns = `sequence, body, hash FROM ${schema}.audit`;

  return {
    append: async (entries, _durability, isRepeated) => {
      if (isRepeated === true) return appendAgain(chain, schema, entries);
      return entries.length === 0 ? [] : chain.append(entries);
    },
    last: async () => {
      const rows = await ask(`SELECT ${columns} ORDER BY sequence DESC LIMIT 1`);
      return rows.map(readAuditRow)[0];
    },
    read: async (from, max) => {
      const sql = `SELECT ${columns} WHERE sequence >= $1 ORDER BY sequence LIMIT $2`;
      return (await ask(sql, [from, max])).map(readAuditRow);
    },
    unfinished: (before) => openCallsBefore(ask, schema, before),
    keepCheckpoint: (checkpoint) => keepCheckpoint(database, schema, checkpoint),
    checkpoints: async (max) => {
      const sql = `SELECT size, note FROM ${schema}.checkpoints ORDER BY size LIMIT $1`;
      // PostgreSQL reads LIMIT NULL as no limit.
      return (await ask(sql, [max ?? null])).map(readCheckpoint);
    },
    checkpointUpTo: async (size) => {
      const sql = `SELECT size, note FROM ${schema}.checkpoints WHERE size <= $1 ORDER BY size DESC LIMIT 1`;
      return (await ask(sql, [size])).map(readCheckpoint)[0];
    },
  };
}

function createPostgresPolicies({ ask }: Database, chain: Chain, schema: string): PolicyStore {
  const table = `${schema}.policies`;
  const select = `SELECT version, content, put_by, put_at FROM ${table}`;
  const newest = `${select} ORDER BY number DESC LIMIT 1`;

  return {
    put: (policy, { replaces, entry }) =>
      chain.change(async ({ ask: askInTransaction, add }) => {
        // Every change holds the chain lock, so no other policy can be put meanwhile.
        const [before] = (await askInTransaction(newest)).map(readPolicy);
        if (before?.version !== replaces) return "overtaken";
        await askInTransaction(
          `INSERT INTO ${table} (number, version, content, put_by, put_at)
           SELECT coalesce(max(number), 0) + 1, $1, $2, $3, $4 FROM ${table}`,
          [policy.version, policy.text, policy.by, policy.at],
        );
        await add(entry);
        return "put";
      }),
    newest: async () => (await ask(newest)).map(readPolicy)[0],
    find: async (version) => {
      const rows = await ask(`${select} WHERE version = $1 ORDER BY number DESC LIMIT 1`, [
        version,
      ]);
      return rows.map(readPolicy)[0];
    },
    list: async (max) => {
      const sql = `SELECT version, put_by, put_at FROM ${table} ORDER BY number DESC LIMIT $1`;
      return (await ask(sql, [max])).map(readPolicyPut);
    },
  };
}
