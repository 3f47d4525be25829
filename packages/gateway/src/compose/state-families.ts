import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { version } from "@toolcourt/contracts/internal/kernel/version";
import { withTimeout } from "@toolcourt/contracts/internal/kernel/with-timeout";
import type { Redaction } from "../boundary/redaction/redaction.ts";
import type { Hold, Snapshot } from "../catalog/snapshot.ts";
import type { ClauseCounters } from "../pipeline/clause-counters.ts";
import type { Quarantine } from "../pipeline/quarantine.ts";
import type { ApprovalStore } from "../stores/approval-store.ts";
import type { Family, Sample } from "../telemetry/metrics/metrics.ts";

/** The gauges of a scrape, besides the counters. */
export interface GatewayState extends Pick<Runtime, "clock"> {
  readonly current: () => Snapshot;
  readonly servers: () => readonly { readonly name: string; readonly isConnected: boolean }[];
  readonly counters: ClauseCounters;
  readonly quarantine: Quarantine;
  readonly redactions: Redaction["totals"];
  /** Unset if calls that need approval are refused. */
  readonly approvals?: Pick<ApprovalStore, "list">;
  /** Request units by container. Default: none are counted. */
  readonly storeUnits?: ReadonlyMap<string, number>;
}

/** Returns the current state of the gateway. Reports a store that times out as failing. */
export async function stateFamilies(state: GatewayState): Promise<readonly Family[]> {
  const { current, servers, counters, quarantine, approvals, clock, redactions } = state;
  const waiting = approvals === undefined ? undefined : await pending(approvals, clock);
  const isLost = waiting === "no answer";
  return [
    gauge("toolcourt_build_info", "The version that runs", [{ labels: { version }, value: 1 }]),
    gauge(
      "toolcourt_tools",
      "Tools that may be called, and those held, by why",
      toolsOf(current()),
    ),
    gauge(
      "toolcourt_server_connected",
      "1 while there is a connection to a server",
      servers().map(({ name, isConnected }) => ({
        labels: { server: name },
        value: isConnected ? 1 : 0,
      })),
    ),
    gauge(
      "toolcourt_quarantined_results",
      "Results that are kept from models and wait for people",
      [{ labels: {}, value: quarantine.list().length }],
    ),
    hiddenBy(redactions),
    chargedFor(state.storeUnits ?? new Map()),
    {
      kind: "counter",
      name: "toolcourt_clause_breaches_total",
      help: "Calls that broke a clause of their contract, whether or not it is enforced",
      samples: counters
        .counts()
        .filter(({ broken }) => broken > 0)
        .map(({ tool, clause, broken }) => ({ labels: { tool, clause }, value: broken })),
    },
    gauge(
      "toolcourt_approvals_pending",
      "Requests that wait for approval, up to 1000",
      waiting === undefined || isLost ? [] : [{ labels: {}, value: waiting }],
    ),
    gauge(
      "toolcourt_store_unreachable",
      "1 while the store of approvals does not answer",
      waiting === undefined ? [] : [{ labels: {}, value: isLost ? 1 : 0 }],
    ),
  ];
}

function hiddenBy(redactions: GatewayState["redactions"]): Family {
  return {
    kind: "counter",
    name: "toolcourt_redactions_total",
    help: "Redacted values, by kind and by destination of the text",
    samples: redactions().map(({ sink, kind, count }) => ({
      labels: { sink, kind },
      value: count,
    })),
  };
}

function chargedFor(units: ReadonlyMap<string, number>): Family {
  return {
    kind: "counter",
    name: "toolcourt_store_request_units_total",
    help: "Request units of Cosmos DB, by container",
    samples: [...units].map(([container, value]) => ({ labels: { container }, value })),
  };
}

function gauge(name: string, help: string, samples: readonly Sample[]): Family {
  return { kind: "gauge", name, help, samples };
}

type State = "callable" | Hold["kind"];

function toolsOf({ tools }: Snapshot): readonly Sample[] {
  const counts: Record<State, number> = {
    callable: 0,
    nonconformant: 0,
    drifted: 0,
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

async function pending(
  { list }: Pick<ApprovalStore, "list">,
  clock: Clock,
): Promise<number | "no answer"> {
  try {
    const found = await withTimeout({ clock, ms: maxMs }, () =>
      list({ state: "pending", max: maxListed }),
    );
    return found.filter(({ expiresAt }) => expiresAt > clock.now()).length;
  } catch {
    return "no answer";
  }
}
