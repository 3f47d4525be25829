import type { DatabaseSync } from "node:sqlite";
import type { AdmissionStore } from "../admission-store.ts";
import type { PersonalStore } from "../audit-store.ts";
import type { CallStore } from "../call-store.ts";
import type { DeliveryStore } from "../delivery-store.ts";
import { type DraftChange, type DraftStore, isRepeated } from "../draft-store.ts";
import type { KeyStore } from "../key-store.ts";
import type { PolicyStore } from "../policy-store.ts";
import type { ResultStore } from "../result-store.ts";
import {
  draftColumns,
  numberOf,
  readDraft,
  readKey,
  readKeyCheck,
  readListedDraft,
  readPolicy,
  readPolicyPut,
} from "../rows.ts";
import { createAdmissionStatements } from "./admission-statements.ts";
import { type ApprovalStatements, createApprovalStatements } from "./approval-statements.ts";
import { type AuditStatements, createAuditStatements } from "./audit-statements.ts";
import { createCallStatements } from "./call-statements.ts";
import type { Chain } from "./chain.ts";
import { type ConnectionStatements, createConnectionStatements } from "./connection-statements.ts";
import { createDeliveryStatements } from "./delivery-statements.ts";
import { createGrantStatements, type GrantStatements } from "./grant-statements.ts";
import { createHistoryStatements, type HistoryStatements } from "./history-statements.ts";
import { createKeyUseStatements } from "./key-use-statements.ts";
import { createPersonalStatements } from "./personal-statements.ts";
import { createPrepared, type Statements, whereEqual } from "./prepared.ts";
import type { Request } from "./protocol.ts";
import { createQuarantineStatements, type QuarantineStatements } from "./quarantine-statements.ts";
import { createResultStatements } from "./result-statements.ts";
import { createTaskStatements } from "./task-statements.ts";

/** All operations of the database, by store. */
interface StoreStatements {
  readonly audit: AuditStatements;
  readonly personal: Statements<PersonalStore>;
  readonly approvals: ApprovalStatements;
  readonly grants: GrantStatements;
  readonly policies: Statements<PolicyStore>;
  readonly connections: ConnectionStatements;
  readonly keys: Statements<KeyStore>;
  readonly drafts: Statements<DraftStore>;
  readonly results: Statements<ResultStore>;
  readonly quarantine: QuarantineStatements;
  readonly admissions: Statements<AdmissionStore>;
  readonly deliveries: Statements<DeliveryStore>;
  readonly keyUses: ReturnType<typeof createKeyUseStatements>;
  readonly tasks: ReturnType<typeof createTaskStatements>;
  readonly calls: Statements<CallStore>;
  readonly histories: HistoryStatements;
}

export type StoreName = keyof StoreStatements;

type NamesOf<Store extends StoreName> = `${Store}.${keyof StoreStatements[Store] & string}`;

/** The store and its operation: `approvals.add`. */
export type StatementName = { readonly [Store in StoreName]: NamesOf<Store> }[StoreName];

export type Statement<Name extends StatementName> =
  Name extends `${infer Store extends StoreName}.${infer Method}`
    ? Method extends keyof StoreStatements[Store]
      ? Extract<StoreStatements[Store][Method], (...values: never) => unknown>
      : never
    : never;

type Run = (...values: readonly unknown[]) => unknown;
export type StatementTable = ReadonlyMap<string, Run>;

export function createStatements(database: DatabaseSync, chain: Chain): StatementTable {
  const stores: StoreStatements = {
    audit: createAuditStatements(database, chain),
    personal: createPersonalStatements(database),
    approvals: createApprovalStatements(database, chain),
    grants: createGrantStatements(database, chain),
    policies: createPolicyStatements(database, chain),
    connections: createConnectionStatements(database, chain),
    keys: createKeyStatements(database),
    drafts: createDraftStatements(database, chain),
    results: createResultStatements(database),
    quarantine: createQuarantineStatements(database),
    admissions: createAdmissionStatements(database, chain),
    deliveries: createDeliveryStatements(database),
    keyUses: createKeyUseStatements(database),
    tasks: createTaskStatements(database),
    calls: createCallStatements(database),
    histories: createHistoryStatements(database),
  };
  const all = Object.entries(stores).flatMap(([store, statements]) =>
    // oxlint-disable-next-line typescript/no-unsafe-argument -- only `ask` makes requests, and it pairs names with values
    Object.entries<Run>(statements).map(([name, run]) => [`${store}.${name}`, run] as const),
  );
  return new Map(all);
}

export function runStatement(table: StatementTable, { statement, values }: Request): unknown {
  const run = table.get(statement);
  if (run === undefined) throw new TypeError(`There is no statement ${statement}.`);
  return run(...values);
}

function createPolicyStatements(database: DatabaseSync, chain: Chain): Statements<PolicyStore> {
  const insert = database.prepare(
    "INSERT INTO policies (version, content, put_by, put_at) VALUES (?, ?, ?, ?)",
  );
  const newest = database.prepare("SELECT * FROM policies ORDER BY number DESC LIMIT 1");
  const find = database.prepare(
    "SELECT * FROM policies WHERE version = ? ORDER BY number DESC LIMIT 1",
  );
  const list = database.prepare(
    "SELECT version, put_by, put_at FROM policies ORDER BY number DESC LIMIT ?",
  );
  return {
    put: ({ version, text, by, at }, { replaces, entry }) => {
      // The write transaction holds the file, so no other policy can be put in between.
      if (newest.all().map(readPolicy)[0]?.version !== replaces) return "overtaken";
      chain.add([entry]);
      insert.run(version, text, by, at);
      return "put";
    },
    newest: () => newest.all().map(readPolicy)[0],
    find: (version) => find.all(version).map(readPolicy)[0],
    list: (max) => list.all(max).map(readPolicyPut),
  };
}

type DraftStatements = Statements<DraftStore>;

function createDraftStatements(database: DatabaseSync, chain: Chain): DraftStatements {
  const find = database.prepare("SELECT * FROM drafts WHERE tool_set = ? AND name = ?");
  const approved = database.prepare(
    "SELECT * FROM drafts WHERE state = 'approved' AND tool_set = ? ORDER BY name",
  );
  const revision = database.prepare("SELECT count FROM draft_changes");
  const prepared = createPrepared(database);
  return {
    put: createPutting(database, chain),
    find: (set, name) => find.all(set, name).map(readDraft)[0],
    list: ({ set, state }) => {
      const { sql, values } = whereEqual({ tool_set: set, state });
      return prepared(`SELECT ${draftColumns} FROM drafts WHERE ${sql} ORDER BY tool_set, name`)
        .all(values)
        .map(readListedDraft);
    },
    approved: (set) => approved.all(set).map(readDraft),
    revision: () => numberOf(revision.get() ?? { count: 0 }, "count"),
  };
}

function createPutting(database: DatabaseSync, chain: Chain): DraftStatements["put"] {
  const version = database.prepare("SELECT version FROM drafts WHERE tool_set = ? AND name = ?");
  const put = database.prepare(
    `INSERT INTO drafts (tool_set, name, version, digest, state, decision, changed_at, content)
     VALUES (:set, :name, :version, :digest, :state, :decision, :changedAt, :content)
     ON CONFLICT DO UPDATE SET version = excluded.version, digest = excluded.digest,
       state = excluded.state, decision = excluded.decision, changed_at = excluded.changed_at,
       content = excluded.content`,
  );
  const count = database.prepare(
    `INSERT INTO draft_changes (id, count) VALUES (1, 1)
     ON CONFLICT DO UPDATE SET count = count + 1`,
  );
  const isAsItWas = ({ draft: { set, name }, replaces }: DraftChange): boolean => {
    const row = version.get(set, name);
    return (row && numberOf(row, "version")) === replaces;
  };
  return (changes, entries) => {
    // The write transaction holds the file, so this check stays true until the last draft is put.
    if (isRepeated(changes) || !changes.every(isAsItWas)) return "overtaken";
    chain.add(entries);
    for (const { draft } of changes) put.run({ decision: null, ...draft });
    if (changes.length > 0) count.run();
    return "put";
  };
}

type KeyStatements = Statements<KeyStore>;

function createKeyStatements(database: DatabaseSync): KeyStatements {
  const owned = "SELECT * FROM keys WHERE tenant = :tenant AND connection = :connection";
  const newest = database.prepare(`${owned} ORDER BY version DESC LIMIT 1`);
  const read = database.prepare(`${owned} AND version = :version`);
  const insert = database.prepare(
    `INSERT INTO keys (tenant, connection, version, wrapped_by, bytes)
     VALUES (:tenant, :connection, :version, :wrappedBy, :bytes) ON CONFLICT DO NOTHING`,
  );
  const rewrap = database.prepare(
    `UPDATE keys SET wrapped_by = :wrappedBy, bytes = :bytes
      WHERE tenant = :tenant AND connection = :connection AND version = :version
        AND bytes = :before`,
  );
  const older = database.prepare("SELECT * FROM keys WHERE wrapped_by < ? LIMIT ?");
  const counts = database.prepare(
    "SELECT wrapped_by, count(*) AS count FROM keys GROUP BY wrapped_by",
  );
  return {
    ...createCheckStatements(database),
    newest: ({ tenant, connection }) => newest.all({ tenant, connection }).map(readKey)[0],
    read: ({ tenant, connection }, version) =>
      read.all({ tenant, connection, version }).map(readKey)[0],
    insert: ({ owner: { tenant, connection }, version, wrappedBy, bytes }) =>
      insert.run({ tenant, connection, version, wrappedBy, bytes }).changes === 1,
    rewrap: (from, { wrappedBy, bytes }) => {
      const { owner, version, bytes: before } = from;
      const { tenant, connection } = owner;
      return rewrap.run({ tenant, connection, version, before, wrappedBy, bytes }).changes === 1;
    },
    wrappedBefore: (keyVersion, limit) => older.all(keyVersion, limit).map(readKey),
    countByWrapping: () =>
      new Map(counts.all().map((row) => [numberOf(row, "wrapped_by"), numberOf(row, "count")])),
  };
}

function createCheckStatements(
  database: DatabaseSync,
): Pick<KeyStatements, "checks" | "insertCheck" | "removeCheck"> {
  const checks = database.prepare("SELECT * FROM key_checks ORDER BY key_version");
  const insert = database.prepare(
    "INSERT INTO key_checks (key_version, bytes) VALUES (?, ?) ON CONFLICT DO NOTHING",
  );
  const remove = database.prepare("DELETE FROM key_checks WHERE key_version = ?");
  return {
    checks: () => checks.all().map(readKeyCheck),
    insertCheck: ({ keyVersion, bytes }) => insert.run(keyVersion, bytes).changes === 1,
    removeCheck: (keyVersion) => void remove.run(keyVersion),
  };
}
