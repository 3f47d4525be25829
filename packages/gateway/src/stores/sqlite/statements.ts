import type { DatabaseSync } from "node:sqlite";
import type { PersonalStore } from "../audit-store.ts";
import type { DraftStore } from "../draft-store.ts";
import type { KeyStore } from "../key-store.ts";
import type { PolicyStore } from "../policy-store.ts";
import type { ResultStore } from "../result-store.ts";
import { type ApprovalStatements, createApprovalStatements } from "./approval-statements.ts";
import { type AuditStatements, createAuditStatements } from "./audit-statements.ts";
import type { Chain } from "./chain.ts";
import { type ConnectionStatements, createConnectionStatements } from "./connection-statements.ts";
import { createDraftStatements } from "./draft-statements.ts";
import { createKeyStatements } from "./key-statements.ts";
import { createPersonalStatements } from "./personal-statements.ts";
import { createPolicyStatements } from "./policy-statements.ts";
import type { Statements } from "./prepared.ts";
import type { Request } from "./protocol.ts";
import { createResultStatements } from "./result-statements.ts";

/** All operations of the database, by store. */
interface StoreStatements {
  readonly audit: AuditStatements;
  readonly personal: Statements<PersonalStore>;
  readonly approvals: ApprovalStatements;
  readonly policies: Statements<PolicyStore>;
  readonly connections: ConnectionStatements;
  readonly keys: Statements<KeyStore>;
  readonly drafts: Statements<DraftStore>;
  readonly results: Statements<ResultStore>;
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
    policies: createPolicyStatements(database, chain),
    connections: createConnectionStatements(database, chain),
    keys: createKeyStatements(database),
    drafts: createDraftStatements(database, chain),
    results: createResultStatements(database),
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
