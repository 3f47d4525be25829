import { argv } from "node:process";
import { compareGateways, type Row } from "./gateway/compare.ts";
import { benchValidate } from "./validate.ts";

/** The middle of what all rounds gave: one slow moment of the machine is not the program's. */
function median(rows: readonly Row[], figure: keyof Row["measured"]): number {
  const sorted = rows.map(({ measured }) => measured[figure]).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function line(rows: readonly Row[], limit: number): string {
  const { what = "", era = "" } = rows[0] ?? {};
  const cpuUs = median(rows, "cpuUs");
  return [
    what.padEnd(18),
    era.padEnd(7),
    `${cpuUs.toFixed(0).padStart(6)} µs`,
    `${(cpuUs / limit).toFixed(1).padStart(5)} ×`,
    `${median(rows, "perSecond").toFixed(0).padStart(6)} /s`,
    `${median(rows, "p50Ms").toFixed(1).padStart(6)} ms`,
    `${median(rows, "p99Ms").toFixed(1).padStart(6)} ms`,
    `${median(rows, "residentMb").toFixed(0).padStart(5)} MB`,
  ].join("  ");
}

console.log(await benchValidate());

const isShort = argv.includes("--short");
const rows = await compareGateways(
  isShort ? { calls: 1_500, rounds: 1 } : { calls: 8_000, rounds: 3 },
);
console.log(
  "\nOne tools/call of 200 B, 16 in flight: processor time, times the raw proxy, throughput, p50, p99, memory",
);
for (const group of Map.groupBy(rows, ({ what, era }) => `${era} ${what}`).values()) {
  const era = group[0]?.era;
  const raw = rows.filter((row) => row.era === era && row.what === "raw undici proxy");
  console.log(line(group, median(raw, "cpuUs")));
}
