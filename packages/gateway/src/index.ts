export { printable, printableJson } from "./boundary/files/printable.ts";
export type { KeySource } from "./compose/open-key-source.ts";
export type { OpenProgramUpstream } from "./compose/open-servers.ts";
export type { SharedStores } from "./compose/open-shared.ts";
export type { ProgramOptions } from "./compose/program-runtime.ts";
export { type Config, configJsonSchema } from "./config/config.ts";
export { type ConfigSource, loadConfig } from "./config/load.ts";
export {
  type EmbeddedGateway,
  type GatewayOptions,
  openGateway,
  type ProgramCall,
} from "./open-gateway.ts";
export type { Principal } from "./pipeline/call.ts";
export type {
  FindTools,
  IndexTools,
  LoadIndexTools,
  SearchableTool,
} from "./search/index-tools.ts";
export type { AdmissionStore, StoredAdmission } from "./stores/admission-store.ts";
export type { ApprovalStore, StoredApproval } from "./stores/approval-store.ts";
export type { AuditStore, PersonalStore } from "./stores/audit-store.ts";
export type { ConnectionStore } from "./stores/connection-store.ts";
export type { DraftStore } from "./stores/draft-store.ts";
export type { DurableStores } from "./stores/durable-stores.ts";
export type { GrantStore, StoredGrant } from "./stores/grant-store.ts";
export type { KeyStore } from "./stores/key-store.ts";
export type { Allowance, LimitStore } from "./stores/limit-store.ts";
export type { Notices } from "./stores/notices.ts";
export type { PolicyStore } from "./stores/policy-store.ts";
export type { QueryMove, QueryStore } from "./stores/query-store.ts";
export type { ResultStore } from "./stores/result-store.ts";
export { StoreError, type StoreFault } from "./stores/store-error.ts";
export type { LogEntry, LogWriter } from "./telemetry/logger.ts";
export { createJsonWriter, createTextWriter, type WriterOptions } from "./telemetry/writers.ts";
export type {
  ProgramUpstream as Upstream,
  UpstreamCall,
  UpstreamListeners,
} from "./upstreams/upstream.ts";
