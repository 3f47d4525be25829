import type { ApprovalStore } from "./approval-store.ts";
import type { AuditStore, PersonalStore } from "./audit-store.ts";
import type { ConnectionStore } from "./connection-store.ts";
import type { DraftStore } from "./draft-store.ts";
import type { GrantStore } from "./grant-store.ts";
import type { KeyStore } from "./key-store.ts";
import type { PolicyStore } from "./policy-store.ts";
import type { ResultStore } from "./result-store.ts";

/** All durable stores in one database: changes of two of them can share a transaction. */
export interface DurableStores extends AsyncDisposable {
  readonly audit: AuditStore;
  readonly personal: PersonalStore;
  readonly approvals: ApprovalStore;
  readonly grants: GrantStore;
  readonly policies: PolicyStore;
  readonly connections: ConnectionStore;
  readonly keys: KeyStore;
  readonly drafts: DraftStore;
  readonly results: ResultStore;
}
