import { Client } from "pg";
import { numberOf, type Row } from "../rows.ts";
import { assertKnownSchema } from "../store-error.ts";
import { appendFunctions } from "./append.ts";
import type { Ask } from "./database.ts";
import { toStoreError } from "./faults.ts";
import { admissionsTable, deliveriesTable, newestTables, quarantineTable } from "./tables.ts";

export interface MigrationConfig {
  readonly url: string;
  readonly schema: string;
  readonly timeoutMs: number;
}

/**
 * Brings a database up to date. Processes starting together wait for the first. An up-to-date
 * database is only read, so the gateway may run with fewer privileges than its installer.
 */
export async function migrate(ask: Ask, config: MigrationConfig): Promise<void> {
  if ((await versionOf(ask, config.schema)) === migrations.length) return;
  const { url, schema, timeoutMs } = config;
  // Only connecting has a time limit: config large tables may take long.
  const client = new Client({ connectionString: url, connectionTimeoutMillis: timeoutMs });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await bringUpToDate(client, schema);
  } catch (error) {
    throw toStoreError(error);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function bringUpToDate(client: Client, schema: string): Promise<void> {
  const ask: Ask = async (sql, values = []) => (await client.query<Row>(sql, [...values])).rows;
  await client.query(`BEGIN ISOLATION LEVEL READ COMMITTED;
    SELECT pg_advisory_xact_lock(hashtextextended('toolcourt migrations of ${schema}', 0::bigint));
    CREATE SCHEMA IF NOT EXISTS ${schema};
    CREATE TABLE IF NOT EXISTS ${schema}.migrations (
      version integer PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())`);
  const done = await versionOf(ask, schema);
  for (const [index, sql] of migrations.entries()) {
    if (index < done) continue;
    await client.query(sql.replaceAll("$schema", schema));
    await ask(`INSERT INTO ${schema}.migrations (version) VALUES ($1)`, [index + 1]);
  }
  await client.query("COMMIT");
}

async function versionOf(ask: Ask, schema: string): Promise<number> {
  const [table] = await ask("SELECT to_regclass($1)::text AS name", [`${schema}.migrations`]);
  if (table?.["name"] === null) return 0;
  const [found = {}] = await ask(
    `SELECT coalesce(max(version), 0) AS version FROM ${schema}.migrations`,
  );
  const version = numberOf(found, "version");
  assertKnownSchema(version, migrations.length);
  return version;
}

/**
 * Migrations in order. Never change a released one; append new ones. `$schema` stands for the
 * schema.
 */
export const migrations: readonly string[] = [
  `CREATE TABLE $schema.audit (
     sequence bigint PRIMARY KEY,
     body text NOT NULL,
     hash text NOT NULL
   );
   -- Calls that have begun and not ended. Finding them must not search the whole log.
   CREATE TABLE $schema.begun (
     call_id text PRIMARY KEY,
     sequence bigint NOT NULL,
     at bigint NOT NULL
   );
   CREATE FUNCTION $schema.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN RAISE EXCEPTION 'The audit log is only added to.'; END
   $$;
   CREATE TRIGGER audit_is_only_added_to BEFORE UPDATE OR DELETE OR TRUNCATE ON $schema.audit
     FOR EACH STATEMENT EXECUTE FUNCTION $schema.refuse_change();
   CREATE TABLE $schema.checkpoints (
     size bigint PRIMARY KEY,
     note text NOT NULL
   );
   CREATE TABLE $schema.personal (
     id text PRIMARY KEY,
     subject text NOT NULL,
     salt text NOT NULL,
     json_text text NOT NULL
   );
   CREATE INDEX personal_by_subject ON $schema.personal (subject);
   CREATE TABLE $schema.approvals (
     id text PRIMARY KEY,
     digest text NOT NULL,
     binding text NOT NULL,
     arguments text NOT NULL,
     tool text NOT NULL,
     requester text NOT NULL,
     fingerprint text NOT NULL,
     asked_from text NOT NULL,
     state text NOT NULL,
     created_at bigint NOT NULL,
     expires_at bigint NOT NULL,
     decided_by text,
     decided_at bigint,
     call_id text
   );
   CREATE INDEX approvals_open ON $schema.approvals (fingerprint)
     WHERE state IN ('pending', 'approved');
   CREATE INDEX approvals_by_requester ON $schema.approvals (requester, created_at);
   CREATE INDEX approvals_newest ON $schema.approvals (created_at);`,
  `CREATE TABLE $schema.policies (
     number bigint PRIMARY KEY,
     version text NOT NULL,
     content text NOT NULL,
     put_by text NOT NULL,
     put_at bigint NOT NULL
   );
   CREATE INDEX policies_by_version ON $schema.policies (version);
   CREATE FUNCTION $schema.keep_policies() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN RAISE EXCEPTION 'Policies are only added.'; END
   $$;
   CREATE TRIGGER policies_are_only_added BEFORE UPDATE OR DELETE OR TRUNCATE ON $schema.policies
     FOR EACH STATEMENT EXECUTE FUNCTION $schema.keep_policies();`,
  `ALTER TABLE $schema.approvals
     ADD COLUMN tenant text,
     ADD COLUMN needed integer NOT NULL DEFAULT 1,
     -- Who has said yes, as JSON.
     ADD COLUMN yeses text NOT NULL DEFAULT '[]';
   UPDATE $schema.approvals SET tenant = binding::json ->> 'tenant';
   UPDATE $schema.approvals
     SET yeses = json_build_array(json_build_object('by', decided_by, 'at', decided_at))::text
     WHERE decided_by IS NOT NULL AND state IN ('approved', 'consumed', 'done', 'failed', 'unknown');
   DROP INDEX $schema.approvals_newest;
   CREATE INDEX approvals_newest ON $schema.approvals (created_at, id COLLATE "C");
   CREATE INDEX approvals_of_tenant
     ON $schema.approvals (tenant, state, created_at, id COLLATE "C");`,
  // Every call that needs approval checks for an earlier denial of the same call.
  `CREATE INDEX approvals_of_call
     ON $schema.approvals (fingerprint, state, created_at, id COLLATE "C");`,
  `CREATE TABLE $schema.connections (
     id text PRIMARY KEY,
     tenant text NOT NULL,
     owner text NOT NULL,
     name text NOT NULL,
     status text NOT NULL,
     version integer NOT NULL,
     -- Both as JSON.
     settings text NOT NULL,
     sealed text NOT NULL,
     created_at bigint NOT NULL,
     changed_at bigint NOT NULL
   );
   CREATE UNIQUE INDEX connections_have_a_name ON $schema.connections (tenant, name)
     WHERE status <> 'revoked';
   CREATE INDEX connections_by_name ON $schema.connections (tenant, name);
   CREATE TABLE $schema.keys (
     tenant text NOT NULL,
     connection text NOT NULL,
     version integer NOT NULL,
     wrapped_by integer NOT NULL,
     bytes bytea NOT NULL,
     PRIMARY KEY (tenant, connection, version)
   );
   CREATE INDEX keys_by_wrapping ON $schema.keys (wrapped_by);
   CREATE TABLE $schema.key_checks (
     key_version integer PRIMARY KEY,
     bytes bytea NOT NULL
   );
   CREATE TABLE $schema.drafts (
     tool_set text NOT NULL,
     name text NOT NULL,
     version integer NOT NULL,
     digest text NOT NULL,
     state text NOT NULL,
     decision text,
     changed_at bigint NOT NULL,
     content text NOT NULL,
     PRIMARY KEY (tool_set, name)
   );
   CREATE INDEX drafts_by_state ON $schema.drafts (state, tool_set);
   CREATE TABLE $schema.draft_changes (
     id integer PRIMARY KEY CHECK (id = 1),
     count bigint NOT NULL
   );
   CREATE TABLE $schema.results (
     call_id text PRIMARY KEY,
     tenant text NOT NULL,
     subject text NOT NULL,
     server text NOT NULL,
     tool text NOT NULL,
     contract text NOT NULL,
     at bigint NOT NULL,
     digest text NOT NULL,
     output text NOT NULL
   );
   CREATE INDEX results_newest ON $schema.results (at, call_id COLLATE "C");
   -- What is older than this may be removed, and nothing else.
   CREATE TABLE $schema.results_forgotten (
     id integer PRIMARY KEY CHECK (id = 1),
     before bigint NOT NULL
   );
   CREATE FUNCTION $schema.keep_results() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       IF TG_OP = 'DELETE' THEN
         IF OLD.at < (SELECT before FROM $schema.results_forgotten) THEN RETURN OLD; END IF;
       END IF;
       RAISE EXCEPTION 'Results are never changed, and are removed by their age alone.';
     END
   $$;
   CREATE TRIGGER results_are_never_changed BEFORE UPDATE OR TRUNCATE ON $schema.results
     FOR EACH STATEMENT EXECUTE FUNCTION $schema.keep_results();
   CREATE TRIGGER results_are_removed_by_age BEFORE DELETE ON $schema.results
     FOR EACH ROW EXECUTE FUNCTION $schema.keep_results();`,
  // Settled approvals are removed by age.
  `CREATE INDEX approvals_settled ON $schema.approvals (expires_at)
     WHERE state NOT IN ('pending', 'approved');`,
  `CREATE TABLE $schema.grants (
     id text PRIMARY KEY,
     server text NOT NULL,
     pattern text NOT NULL,
     -- Contract digests by public name, as JSON.
     tools text NOT NULL,
     principal text NOT NULL,
     tenant text,
     condition text,
     reason text NOT NULL,
     max_uses integer NOT NULL,
     used integer NOT NULL CHECK (used <= max_uses),
     state text NOT NULL,
     given_by text NOT NULL,
     giver_roles text,
     created_at bigint NOT NULL,
     expires_at bigint NOT NULL,
     ended_by text,
     ended_at bigint
   );
   CREATE INDEX grants_of_holder ON $schema.grants (principal, tenant) WHERE state = 'active';
   CREATE INDEX grants_expiring ON $schema.grants (expires_at) WHERE state = 'active';
   CREATE INDEX grants_ended ON $schema.grants (expires_at) WHERE state <> 'active';
   CREATE INDEX grants_newest ON $schema.grants (created_at, id COLLATE "C");`,
  // The call that a row begins or ends, and when it began: null if the row ends it. Rows up to the
  // one in begun_up_to are counted in begun, which has the calls that were open after it.
  `ALTER TABLE $schema.audit ADD COLUMN call_id text, ADD COLUMN begun_at bigint;
   CREATE TABLE $schema.begun_up_to (
     id integer PRIMARY KEY CHECK (id = 1),
     sequence bigint NOT NULL
   );
   INSERT INTO $schema.begun_up_to SELECT 1, coalesce(max(sequence), 0) FROM $schema.audit;`,
  appendFunctions,
  `ALTER TABLE $schema.results
     ADD COLUMN discovery_id text,
     ADD COLUMN connection text,
     ADD COLUMN scope text,
     ADD COLUMN tier text,
     ADD COLUMN stage text,
     ADD COLUMN correlation text;
   CREATE INDEX results_of_discovery
     ON $schema.results (discovery_id, at, call_id COLLATE "C") WHERE discovery_id IS NOT NULL;`,
  quarantineTable,
  deliveriesTable,
  admissionsTable,
  // When each key of a caller was last used, by the beginning of its hash.
  `CREATE TABLE $schema.key_uses (fingerprint text PRIMARY KEY, at bigint NOT NULL);`,
  ...newestTables,
];
