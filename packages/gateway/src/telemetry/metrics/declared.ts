import type { Exemplar, Family, Labels } from "./metrics.ts";

interface Declaration {
  readonly kind: Family["kind"];
  readonly labels: readonly string[];
  readonly help: string;
}

/**
 * Every metric of the gateway. Without a row here there is no series. Dashboards, alerts and
 * `toolcourt top` depend on these names and labels.
 */
export const declaredMetrics = {
  tool_usage: {
    kind: "summary",
    labels: ["tool"],
    help: "Calls by tool and the seconds they took",
  },
  toolcourt_calls_total: {
    kind: "counter",
    labels: ["tool", "server", "status"],
    help: "Calls by tool and how they ended",
  },
  toolcourt_call_duration_seconds: {
    kind: "histogram",
    labels: ["tool", "server"],
    help: "How long calls took, from when they came in until their answer could leave",
  },
  toolcourt_call_errors_total: {
    kind: "counter",
    labels: ["tool", "server", "class", "code"],
    help: "Calls that were refused or failed, by whose matter it is and by code",
  },
  toolcourt_cache_hits_total: {
    kind: "counter",
    labels: ["tool", "server"],
    help: "Calls that were answered from the cache",
  },
  toolcourt_cache_misses_total: {
    kind: "counter",
    labels: ["tool", "server"],
    help: "Calls whose answer could have been in the cache and was not",
  },
  toolcourt_calls_running: {
    kind: "gauge",
    labels: ["tool"],
    help: "Calls that run now, by tool",
  },
  toolcourt_calls_waiting: {
    kind: "gauge",
    labels: ["tool"],
    help: "Calls that wait for a slot now, by tool",
  },
  toolcourt_slots_used: {
    kind: "gauge",
    labels: [],
    help: "Slots of the toolbox that calls hold now",
  },
  toolcourt_slots_max: {
    kind: "gauge",
    labels: [],
    help: "Slots of the toolbox, shared by all processes that share its limits",
  },
  toolcourt_circuit_open: {
    kind: "gauge",
    labels: ["server"],
    help: "1 while a server is left alone because it could not be reached several times in a row",
  },
  toolcourt_circuits_paused: {
    kind: "gauge",
    labels: ["server"],
    help: "Tools that are paused for one caller because they failed several times in a row",
  },
  toolcourt_degraded: {
    kind: "gauge",
    labels: ["part"],
    help: "1 while a part of the gateway cannot do its work as configured",
  },
  toolcourt_events_total: {
    kind: "counter",
    labels: ["event", "level"],
    help: "Lines of the log besides those about calls, by event and level",
  },
  toolcourt_dry_runs_total: {
    kind: "counter",
    labels: ["verdict"],
    help: "Calls that were only asked about on the page to try a tool, by what would become of them",
  },
  toolcourt_spans_total: {
    kind: "counter",
    labels: ["fate"],
    help: "Recorded spans that reached the collector, and those that were dropped",
  },
  toolcourt_build_info: { kind: "gauge", labels: ["version"], help: "The version that runs" },
  toolcourt_ready: {
    kind: "gauge",
    labels: [],
    help: "1 while the gateway can take calls, as /readyz says",
  },
  toolcourt_tools: {
    kind: "gauge",
    labels: ["state"],
    help: "Tools that may be called, and those held, by why",
  },
  toolcourt_catalog_version: {
    kind: "gauge",
    labels: [],
    help: "Grows with every change of the known tools since the start",
  },
  toolcourt_server_connected: {
    kind: "gauge",
    labels: ["server"],
    help: "1 while there is a connection to a server",
  },
  toolcourt_tls_certificate_expires_seconds: {
    kind: "gauge",
    labels: [],
    help: "Seconds until the certificate of the listener ends, negative after that",
  },
  toolcourt_audit_push_waiting_rows: {
    kind: "gauge",
    labels: ["receiver"],
    help: "Rows of the audit log that a receiver has not acknowledged",
  },
  toolcourt_audit_push_stopped: {
    kind: "gauge",
    labels: ["receiver"],
    help: "1 while no rows are sent to a receiver, because it refused them or its answer was wrong",
  },
  toolcourt_approval_notices_total: {
    kind: "counter",
    labels: ["receiver", "outcome"],
    help: "Notices about requests for approval that a receiver got, attempts that failed, and addresses that the mail server refused",
  },
  toolcourt_quarantine_lost_total: {
    kind: "counter",
    help: "Quarantined results that the store could not keep",
    labels: [],
  },
  toolcourt_quarantined_results: {
    kind: "gauge",
    labels: [],
    help: "Results that are kept from models and wait for people",
  },
  toolcourt_redactions_total: {
    kind: "counter",
    labels: ["sink", "kind"],
    help: "Redacted values, by kind and by destination of the text",
  },
  toolcourt_store_request_units_total: {
    kind: "counter",
    labels: ["container"],
    help: "Request units of Cosmos DB, by container",
  },
  toolcourt_clause_breaches_total: {
    kind: "counter",
    labels: ["tool", "clause"],
    help: "Calls that broke a clause of their contract, whether or not it is enforced",
  },
  toolcourt_approvals_pending: {
    kind: "gauge",
    labels: [],
    help: "Requests that wait for approval, up to 1000",
  },
  toolcourt_approvals_oldest_seconds: {
    kind: "gauge",
    labels: [],
    help: "How long the oldest of these requests has waited, 0 without any",
  },
  toolcourt_store_unreachable: {
    kind: "gauge",
    labels: [],
    help: "1 while the store of approvals does not answer",
  },
  toolcourt_audit_waiting: {
    kind: "gauge",
    labels: ["place"],
    help: "Entries of the audit log that are not committed yet",
  },
  toolcourt_audit_lag_seconds: {
    kind: "gauge",
    labels: ["place"],
    help: "How long the oldest of these entries has waited for its place, 0 without any",
  },
  toolcourt_audit_entries_total: {
    kind: "counter",
    labels: ["place"],
    help: "Committed entries of the audit log",
  },
  toolcourt_audit_commit_seconds: {
    kind: "summary",
    labels: ["place"],
    help: "Commits of the audit log, each of one or more entries, and the seconds they took",
  },
  toolcourt_memory_use_ratio: {
    kind: "gauge",
    labels: [],
    help: "Used part of the memory that the process may have; calls are refused near 1",
  },
  toolcourt_event_loop_active_seconds_total: {
    kind: "counter",
    labels: [],
    help: "Seconds in which the event loop was busy; it is full at 1 per second and process",
  },
  process_resident_memory_bytes: { kind: "gauge", labels: [], help: "Resident memory" },
  process_cpu_seconds_total: { kind: "counter", labels: [], help: "Seconds of processor time" },
  process_start_time_seconds: { kind: "gauge", labels: [], help: "Start, since the epoch" },
} as const satisfies Readonly<Record<string, Declaration>>;

type Declared = typeof declaredMetrics;
export type MetricName = keyof Declared;
type NameOf<Kind extends Family["kind"]> = {
  [Name in MetricName]: Declared[Name]["kind"] extends Kind ? Name : never;
}[MetricName];
type LabelsOf<Name extends MetricName> = Readonly<
  Record<Declared[Name]["labels"][number], string>
> &
  Labels;

/** Makes the family of a counter or gauge, with the labels that it declares. */
export function samplesOf<Name extends NameOf<"counter" | "gauge">>(
  name: Name,
  samples: readonly { readonly labels: LabelsOf<Name>; readonly value: number }[],
): Family {
  const { kind, help } = declaredMetrics[name];
  return { kind, name, help, samples };
}

/** Makes the family of a metric without labels. Undefined leaves it without a sample. */
export function valueOf<Name extends NameOf<"counter" | "gauge">>(
  name: Declared[Name]["labels"] extends readonly [] ? Name : never,
  value: number | undefined,
): Family {
  const { kind, help } = declaredMetrics[name];
  return { kind, name, help, samples: value === undefined ? [] : [{ labels: {}, value }] };
}

interface SpreadWith<Name extends MetricName> {
  readonly labels: LabelsOf<Name>;
  readonly count: number;
  readonly sum: number;
  readonly buckets?: readonly number[];
  readonly exemplars?: readonly (Exemplar | undefined)[] | undefined;
}

/** Makes the family of a histogram, or of a summary, which has no boundaries. */
export function spreadsOf<Name extends NameOf<"histogram" | "summary">>(
  name: Name,
  spreads: readonly SpreadWith<Name>[],
  boundaries: readonly number[] = [],
): Family {
  const { kind, help } = declaredMetrics[name];
  const filled = spreads.map(({ buckets = [], ...spread }) => ({ ...spread, buckets }));
  return { kind, name, help, boundaries, spreads: filled };
}
