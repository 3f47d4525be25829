import { amountText, type Bound, type Findings, timesText } from "./bounds.ts";
import type { Figures } from "./figures.ts";
import { type GroupFigures, loads } from "./rows.ts";

/** Formats a table per group, then the single figures, then the bounds. */
export function describe({ groups, gauges }: Findings, bounds: readonly Bound[]): string {
  const figures = gauges.map(({ what, value, unit }) => {
    const found = value === undefined ? "not measured" : amountText(value, unit);
    return `  ${what}: ${found}`;
  });
  const parts = [...groups.map(tableOf), figures.join("\n"), boundTable(bounds)];
  return parts.filter((part) => part !== "").join("\n\n");
}

const columns = ["", "CPU", "× raw", "× naive", "calls", "p50", "memory", "settled after"];

function tableOf({ load, era, figures, missing }: GroupFigures): string {
  const title = `${loads[load].title}, ${era} era`;
  const lines = Object.entries(figures).map(([id, own]) => lineOf(id, own, figures["naive"]));
  const others = Object.entries(missing).map(([id, reason]) => `  ${id.padEnd(14)}  ${reason}`);
  return [title, aligned(columns), ...lines, ...others].join("\n");
}

function lineOf(id: string, own: Figures, naive: Figures | undefined): string {
  const { cpuUs, timesRaw, perSecond, p50Ms, residentMb, settledAfter } = own;
  return aligned([
    id,
    `${cpuUs.toFixed(0)} µs`,
    timesRaw.toFixed(2),
    naive === undefined ? "" : timesText(cpuUs / naive.cpuUs),
    `${perSecond.toFixed(0)} /s`,
    `${p50Ms.toFixed(2)} ms`,
    `${residentMb.toFixed(0)} MB`,
    settledAfter?.toLocaleString("en") ?? "–",
  ]);
}

function aligned([name = "", ...figures]: readonly string[]): string {
  return ["", name.padEnd(14), ...figures.map((figure) => figure.padStart(10))].join("  ");
}

function boundTable(bounds: readonly Bound[]): string {
  if (bounds.length === 0) return "";
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
