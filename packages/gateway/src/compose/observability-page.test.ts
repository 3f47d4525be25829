import { readFileSync } from "node:fs";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { expect, it } from "vitest";
import { loadConfig } from "../config/load.ts";
import { ClauseCounters } from "../pipeline/clause-counters.ts";
import { Quarantine } from "../pipeline/quarantine.ts";
import { declaredMetrics } from "../telemetry/metrics/declared.ts";
import { Metrics } from "../telemetry/metrics/metrics.ts";
import { names, ownNames } from "../telemetry/tracing/mcp-names.ts";
import { createProcessFamilies } from "./process-families.ts";
import { stateFamilies } from "./state-families.ts";

// The names of metrics and attributes are public API: dashboards and alerts depend on them.

const page = readFileSync(
  new URL("../../../../docs/observability.md", import.meta.url),
  "utf8",
).replaceAll("\r\n", "\n");

async function allNames(): Promise<readonly string[]> {
  const clock = createFakeClock();
  const state = await stateFamilies({
    clock,
    current: () => ({ version: 1, tools: new Map(), listed: [] }),
    servers: () => [],
    counters: new ClauseCounters(),
    whyNotReady: () => [],
    quarantine: new Quarantine({
      clock,
      newId: () => "q",
      hideSecrets: (text) => ({ text, count: 0 }),
    }),
    redactions: () => [],
  });
  const ofProcess = createProcessFamilies(clock, 1)();
  return [...new Metrics().families(), ...state, ...ofProcess].map(({ name }) => name);
}

it("has exactly these metrics", async () => {
  expect((await allNames()).toSorted()).toEqual([
    "process_cpu_seconds_total",
    "process_resident_memory_bytes",
    "process_start_time_seconds",
    "tool_usage",
    "toolcourt_approval_notices_total",
    "toolcourt_approvals_oldest_seconds",
    "toolcourt_approvals_pending",
    "toolcourt_audit_commit_seconds",
    "toolcourt_audit_entries_total",
    "toolcourt_audit_lag_seconds",
    "toolcourt_audit_push_stopped",
    "toolcourt_audit_push_waiting_rows",
    "toolcourt_audit_waiting",
    "toolcourt_build_info",
    "toolcourt_cache_hits_total",
    "toolcourt_cache_misses_total",
    "toolcourt_call_duration_seconds",
    "toolcourt_call_errors_total",
    "toolcourt_calls_running",
    "toolcourt_calls_total",
    "toolcourt_calls_waiting",
    "toolcourt_catalog_version",
    "toolcourt_circuit_open",
    "toolcourt_circuits_paused",
    "toolcourt_clause_breaches_total",
    "toolcourt_degraded",
    "toolcourt_dry_runs_total",
    "toolcourt_event_loop_active_seconds_total",
    "toolcourt_events_total",
    "toolcourt_memory_use_ratio",
    "toolcourt_quarantine_lost_total",
    "toolcourt_quarantined_results",
    "toolcourt_ready",
    "toolcourt_redactions_total",
    "toolcourt_server_connected",
    "toolcourt_slots_max",
    "toolcourt_slots_used",
    "toolcourt_spans_total",
    "toolcourt_store_request_units_total",
    "toolcourt_store_unreachable",
    "toolcourt_tls_certificate_expires_seconds",
    "toolcourt_tools",
  ]);
});

it("declares exactly the metrics that a scrape can have", async () => {
  expect((await allNames()).toSorted()).toEqual(Object.keys(declaredMetrics).toSorted());
});

it("describes every metric and every span attribute", async () => {
  const ofService = ["service.name", "service.version"];
  const attributes = [...Object.values(names), ...Object.values(ownNames)];
  const all = [...(await allNames()), ...attributes.filter((each) => !ofService.includes(each))];

  expect(all.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

it.each([...page.matchAll(/```yaml\n([^`]*)```/g)].map(([, text = ""]) => text))(
  "has valid examples: %#",
  (text) => {
    expect(loadConfig(text, { file: "example.yaml", environment: {} }).telemetry).toBeDefined();
  },
);
