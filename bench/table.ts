import { availableParallelism, cpus } from "node:os";
import type { Bound, Findings } from "./bounds.ts";
import type { Row } from "./scenarios/measure-workloads.ts";
import type { Start } from "./scenarios/start.ts";
import { titles } from "./scenarios/workloads.ts";
import { rawProxy } from "./subjects.ts";

export function describeMachine(): string {
  return `Node ${process.versions.node}, ${availableParallelism()} × ${cpus()[0]?.model.trim() ?? "unknown"}`;
}

/** Formats a table per workload, then the bounds. */
export function describe(findings: Findings, bounds: readonly Bound[]): string {
  const { rows, starts, startUp, memory, groupCommit } = findings;
  const groups = Map.groupBy(rows, ({ workload, kind, era }) => `${workload} ${kind} ${era}`);
  const { servers, tools, allMs, slowestMs } = startUp;
  const { calls, beforeMb, afterMb, bytesPerCall, residentMb } = memory;
  return [
    describeMachine(),
    ...[...groups.values()].map(tableOf),
    ["start of the installed command, CPU", ...starts.map(startLine)].join("\n"),
    `start with ${tools} tools over ${servers} servers: ${allMs.toFixed(0)} ms, the slowest alone ${slowestMs.toFixed(0)} ms`,
    `memory in use over ${calls} calls: ${beforeMb.toFixed(1)} MB, then ${afterMb.toFixed(1)} MB: ${bytesPerCall.toFixed(0)} B a call (resident: ${residentMb.toFixed(0)} MB)`,
    ...groupCommit.map(
      ({ writers, entriesPerSecond, entriesPerFlush }) =>
        `audit log, every entry on disk, ${writers} at a time: ${entriesPerSecond.toFixed(0)} entries a second, ${entriesPerFlush.toFixed(1)} a flush`,
    ),
    boundTable(bounds),
  ].join("\n\n");
}

function startLine({ what, cpuSeconds }: Start): string {
  const found = cpuSeconds === undefined ? "not measured" : `${cpuSeconds.toFixed(3)} s`;
  return `  ${what.padEnd(26)}  ${found}`;
}

const columns = ["", "CPU", "× raw", "throughput", "p50", "p99", "memory"];

function tableOf(rows: readonly Row[]): string {
  const { workload = "call", kind = "", era = "" } = rows[0] ?? {};
  const raw = rows.find(({ name }) => name === rawProxy)?.measured?.cpuUs;
  const title = `${titles[workload]}, ${kind} server, ${era} era, 16 in flight`;
  return [title, aligned(columns), ...rows.map((row) => lineOf(row, raw))].join("\n");
}

function lineOf({ name, measured, reason }: Row, rawUs: number | undefined): string {
  if (measured === undefined) return `  ${name.padEnd(18)}  ${reason ?? "not measured"}`;
  const { cpuUs, perSecond, p50Ms, p99Ms, residentMb } = measured;
  return aligned([
    name,
    `${cpuUs.toFixed(0)} µs`,
    rawUs === undefined ? "" : (cpuUs / rawUs).toFixed(2),
    `${perSecond.toFixed(0)} /s`,
    `${p50Ms.toFixed(2)} ms`,
    `${p99Ms.toFixed(2)} ms`,
    `${residentMb.toFixed(0)} MB`,
  ]);
}

function aligned([name = "", ...figures]: readonly string[]): string {
  return ["", name.padEnd(18), ...figures.map((figure) => figure.padStart(10))].join("  ");
}

function boundTable(bounds: readonly Bound[]): string {
  const lines = bounds.map(
    ({ what, wanted, found, isReached }) =>
      `  ${verdictOf(isReached).padEnd(11)}  ${what}: ${found} (${wanted})`,
  );
  return ["What was promised", ...lines].join("\n");
}

function verdictOf(isReached: boolean | undefined): string {
  if (isReached === undefined) return "no figure";
  return isReached ? "reached" : "NOT REACHED";
}
