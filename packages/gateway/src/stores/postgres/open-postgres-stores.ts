import { openAll } from "@toolcourt/contracts/internal/kernel/open-all";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { Link } from "../audit-store.ts";
import type { DurableStores } from "../durable-stores.ts";
import type { Notices } from "../notices.ts";
import { storeDeadlineMs } from "../store-error.ts";
import { createPostgresApprovals } from "./approvals.ts";
import { createPostgresAudit } from "./audit.ts";
import { Chain } from "./chain.ts";
import { createPostgresConnections } from "./connections.ts";
import { Database } from "./database.ts";
import { createPostgresDrafts } from "./drafts.ts";
import { createPostgresKeys } from "./keys.ts";
import { migrate } from "./migrations.ts";
import { openPostgresNotices } from "./notices.ts";
import { createPostgresPersonal } from "./personal.ts";
import { createPostgresPolicies } from "./policies.ts";
import { createPostgresResults } from "./results.ts";

export interface PostgresOptions extends Pick<Runtime, "clock"> {
  readonly link: Link;
  /** Schema of the tables. Default: `toolcourt`. */
  readonly schema?: string;
  /** Time limit of every operation. Default: the store deadline. */
  readonly timeoutMs?: number;
  /** Maximum pool size, not counting the listening connection. Default: 8. */
  readonly connections?: number;
}

export type PostgresStores = DurableStores & { readonly notices: Notices };

/** Opens stores shared through PostgreSQL, and migrates the database. */
export async function openPostgresStores(
  url: string,
  options: PostgresOptions,
): Promise<PostgresStores> {
  const { link, clock, schema = "toolcourt", connections = 8 } = options;
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
    const chain = new Chain({ database, link, schema });
    return {
      audit: createPostgresAudit(database, chain, schema),
      personal: createPostgresPersonal(database, chain, schema),
      approvals: createPostgresApprovals(database, chain, schema),
      policies: createPostgresPolicies(database, chain, schema),
      connections: createPostgresConnections(database, chain, schema),
      keys: createPostgresKeys(database, schema),
      drafts: createPostgresDrafts(database, chain, schema),
      results: createPostgresResults(database, schema),
      notices,
    };
  });
}
