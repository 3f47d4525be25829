import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { version } from "@toolcourt/contracts/internal/kernel/version";
import { withTimeout } from "@toolcourt/contracts/internal/kernel/with-timeout";
import type { Redaction } from "../boundary/redaction/redaction.ts";
import type { Hold, Snapshot } from "../catalog/snapshot.ts";
import type { GatewayApi } from "../edge/entrance.ts";
import type { AuditLog, AuditPlace } from "../governance/audit/audit-log.ts";
import type { AuditLoad } from "../governance/audit/group-commit.ts";
import type { PushState } from "../governance/audit/push-rows.ts";
import type { ClauseCounters } from "../pipeline/clause-counters.ts";
import type { Quarantine } from "../pipeline/quarantine.ts";
import type { ApprovalStore } from "../stores/approval-store.ts";
import { samplesOf, spreadsOf, valueOf } from "../telemetry/metrics/declared.ts";
import type { Family } from "../telemetry/metrics/metrics.ts";
import type { NoticeCounts } from "./open-notices.ts";

/** The gauges of a scrape, besides the counters. */
export interface GatewayState extends Pick<Runtime, "clock"> {
  readonly current: () => Snapshot;
  readonly whyNotReady: GatewayApi["whyNotReady"];
  readonly servers: () => readonly { readonly name: string; readonly isConnected: boolean }[];
  readonly counters: ClauseCounters;
  readonly quarantine: Quarantine;
  /** Returns how many quarantined results no store has. Default: unknown. */
  readonly lostQuarantined?: () => number;
  readonly redactions: Redaction["totals"];
  /** Unset if calls that need approval are refused. */
  readonly approvals?: Pick<ApprovalStore, "list">;
  /** Request units by container. Default: none are counted. */
  readonly storeUnits?: ReadonlyMap<string, number>;
  /** What each place of the audit log has and lacks. Default: there is no log. */
  readonly auditLoad?: AuditLog["load"];
  /** How far each receiver of the audit log has come. Default: there are none. */
  readonly pushed?: () => readonly PushState[];
  /** When the certificate of the listener ends. Default: it speaks plain HTTP. */
  readonly certificateEndsAt?: (() => number) | undefined;
  /** How many notices about requests each receiver got. Default: there are none. */
  readonly noticeCounts?: () => readonly NoticeCounts[];
}

/** Returns the current state of the gateway. Reports a store that times out as failing. */
export async function stateFamilies(state: GatewayState): Promise<readonly Family[]> {
  const { current, counters, redactions, storeUnits = new Map<string, number>() } = state;
  const waiting = state.approvals && (await pending(state.approvals, state.clock));
  return [
    ...ownFamilies(state),
    certificateFamily(state),
    samplesOf("toolcourt_tools", toolsOf(current())),
    valueOf("toolcourt_catalog_version", current().version),
    samplesOf(
      "toolcourt_redactions_total",
      redactions().map(({ sink, kind, count }) => ({ labels: { sink, kind }, value: count })),
    ),
    samplesOf(
      "toolcourt_store_request_units_total",
      [...storeUnits].map(([container, value]) => ({ labels: { container }, value })),
    ),
    samplesOf(
      "toolcourt_clause_breaches_total",
      counters
        .counts()
        .filter(({ broken }) => broken > 0)
        .map(({ tool, clause, broken }) => ({ labels: { tool, clause }, value: broken })),
    ),
    ...approvalFamilies(waiting),
    ...pushedTo(state.pushed),
    samplesOf(
      "toolcourt_approval_notices_total",
      (state.noticeCounts?.() ?? []).flatMap(({ receiver, sent, failed, refused }) => [
        { labels: { receiver, outcome: "sent" }, value: sent },
        { labels: { receiver, outcome: "failed" }, value: failed },
        { labels: { receiver, outcome: "refused" }, value: refused },
      ]),
    ),
    ...auditFamilies(state.auditLoad?.() ?? new Map<AuditPlace, AuditLoad>()),
  ];
}

function ownFamilies({
  servers,
  quarantine,
  lostQuarantined,
  whyNotReady,
}: Pick<
  GatewayState,
  "servers" | "quarantine" | "lostQuarantined" | "whyNotReady"
>): readonly Family[] {
  return [
    samplesOf("toolcourt_build_info", [{ labels: { version }, value: 1 }]),
    valueOf("toolcourt_ready", whyNotReady().length === 0 ? 1 : 0),
    samplesOf(
      "toolcourt_server_connected",
      servers().map(({ name, isConnected }) => ({
        labels: { server: name },
        value: isConnected ? 1 : 0,
      })),
    ),
    valueOf("toolcourt_quarantined_results", quarantine.list().length),
    valueOf("toolcourt_quarantine_lost_total", lostQuarantined?.()),
  ];
}

function certificateFamily({ certificateEndsAt: endsAt, clock }: GatewayState): Family {
  const seconds = endsAt && Math.floor((endsAt() - clock.now()) / 1_000);
  return valueOf("toolcourt_tls_certificate_expires_seconds", seconds);
}

function approvalFamilies(waiting: Waiting | "no answer" | undefined): readonly Family[] {
  const isLost = waiting === "no answer";
  const known = isLost ? undefined : waiting;
  return [
    valueOf("toolcourt_approvals_pending", known?.requests),
    valueOf("toolcourt_approvals_oldest_seconds", known?.oldestSeconds),
    valueOf("toolcourt_store_unreachable", waiting && (isLost ? 1 : 0)),
  ];
}

function auditFamilies(loads: ReturnType<AuditLog["load"]>): readonly Family[] {
  const places = [...loads].map(([place, load]) => ({ labels: { place }, load }));
  return [
    samplesOf(
      "toolcourt_audit_waiting",
      places.map(({ labels, load }) => ({ labels, value: load.waiting })),
    ),
    samplesOf(
      "toolcourt_audit_lag_seconds",
      places.map(({ labels, load }) => ({ labels, value: load.lagMs / 1_000 })),
    ),
    samplesOf(
      "toolcourt_audit_entries_total",
      places.map(({ labels, load }) => ({ labels, value: load.entries })),
    ),
    spreadsOf(
      "toolcourt_audit_commit_seconds",
      places.map(({ labels, load: { commits, commitMs } }) => ({
        labels,
        count: commits,
        sum: commitMs / 1_000,
      })),
    ),
  ];
}

type State = "callable" | Hold["kind"];

function toolsOf({
  tools,
}: Snapshot): readonly { readonly labels: { readonly state: string }; readonly value: number }[] {
  const counts: Record<State, number> = {
    callable: 0,
    nonconformant: 0,
    drifted: 0,
    withdrawn: 0,
    "not-admitted": 0,
    unreviewed: 0,
    "name-taken": 0,
    removed: 0,
  };
  for (const { hold } of tools.values()) counts[hold?.kind ?? "callable"] += 1;
  return Object.entries(counts).map(([state, value]) => ({ labels: { state }, value }));
}

const maxListed = 1_000;
/** Scrapers give up on a slower scrape. */
const maxMs = 2_000;

interface Waiting {
  readonly requests: number;
  readonly oldestSeconds: number;
}

async function pending(
  approvals: Pick<ApprovalStore, "list">,
  clock: Clock,
): Promise<Waiting | "no answer"> {
  try {
    const found = await withTimeout({ clock, ms: maxMs }, () =>
      // A method: taken from its object it would fail, and look like a lost store.
      approvals.list({ state: "pending", max: maxListed }),
    );
    const now = clock.now();
    const open = found.filter(({ expiresAt }) => expiresAt > now);
    const oldest = open.reduce((least, { createdAt }) => Math.min(least, createdAt), now);
    return { requests: open.length, oldestSeconds: (now - oldest) / 1_000 };
  } catch {
    return "no answer";
  }
}

/** Only the process that sends to a receiver knows its lag, so the others report none. */
function pushedTo(states: GatewayState["pushed"] = () => []): readonly Family[] {
  const known = states().flatMap(({ waiting, ...state }) =>
    waiting === undefined ? [] : [{ ...state, waiting }],
  );
  return [
    samplesOf(
      "toolcourt_audit_push_waiting_rows",
      known.map(({ receiver, waiting: value }) => ({ labels: { receiver }, value })),
    ),
    samplesOf(
      "toolcourt_audit_push_stopped",
      known.map(({ receiver, isStopped }) => ({
        labels: { receiver },
        value: isStopped ? 1 : 0,
      })),
    ),
  ];
}
