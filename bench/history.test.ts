import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { appendRun, type Run } from "./history.ts";

const raw = { cpuUs: 57.123_456, timesRaw: 1, perSecond: 8_000, p50Ms: 1.5, residentMb: 90 };
const run: Run = {
  checkout: {
    commit: "0123456789012345678901234567890123456789",
    date: "2026-11-17T12:00:00.000Z",
    machine: { cpu: "a processor", cores: 2, node: "24.21.0", load: 0.1 },
  },
  plan: { callsPerSlice: 600, warmCalls: 30_000, rounds: 24 },
  groups: [{ load: "call", era: "modern", figures: { raw }, missing: { naive: "does not start" } }],
  gauges: [{ what: "allocated a call", value: 50.987_654, unit: "KB", max: 25 }],
};

it("keeps one line per run, with commit, date, machine, plan and figures", () => {
  const folder = mkdtempSync(join(tmpdir(), "bench-history-"));
  const file = join(folder, "history.jsonl");
  appendRun(file, run);
  appendRun(file, run);
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  rmSync(folder, { recursive: true });
  const { checkout, plan } = run;
  expect(lines).toHaveLength(2);
  expect(JSON.parse(lines[1] ?? "")).toEqual({
    ...checkout,
    plan,
    groups: [{ ...run.groups[0], figures: { raw: { ...raw, cpuUs: 57.12 } } }],
    gauges: [{ ...run.gauges[0], value: 50.99 }],
  });
});
