import type { AdmissionStore } from "./admission-store.ts";
import type { ApprovalStore } from "./approval-store.ts";
import type { AuditStore, PersonalStore } from "./audit-store.ts";
import type { CallStore } from "./call-store.ts";
import type { ConnectionStore } from "./connection-store.ts";
import type { DeliveryStore } from "./delivery-store.ts";
import type { DraftStore } from "./draft-store.ts";
import type { GrantStore } from "./grant-store.ts";
import type { HistoryStore } from "./history-store.ts";
import type { KeyStore } from "./key-store.ts";
import type { KeyUseStore } from "./key-use-store.ts";
import type { PolicyStore } from "./policy-store.ts";
import type { QuarantineStore } from "./quarantine-store.ts";
import type { ResultStore } from "./result-store.ts";
import type { TaskStore } from "./task-store.ts";

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
  readonly quarantine: QuarantineStore;
  /** Decisions about contracts, over the lock file. */
  readonly admissions: AdmissionStore;
  /** How far each receiver of the audit log has come. */
  readonly deliveries: DeliveryStore;
  /** When each key of a caller was last used. */
  readonly keyUses: KeyUseStore;
  /** Calls that go on after their caller was answered. */
  readonly tasks: TaskStore;
  /** An index of the calls in the audit log, written behind it. */
  readonly calls: CallStore;
  /** What principals did and read, for decisions about sequences of calls. */
  readonly histories: HistoryStore;
}
