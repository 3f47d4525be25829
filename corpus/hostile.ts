import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { SchemaEngine } from "../packages/contracts/src/schemas/engine.ts";
import type { Row } from "./area.ts";
import { type Hazard, readHazard } from "./hazard.ts";
import { sentenceFor } from "./sentence.ts";

interface Cost {
  readonly ms: number;
  readonly blockedMs: number;
  readonly heapMb: number;
}

interface Judged extends Cost {
  readonly hazard: Hazard;
  readonly isRight: boolean;
}

/** Measures every file of hostile schemas, row by row, each with its cost. */
export async function measureHostile(
  folder: string,
  engine: SchemaEngine,
): Promise<readonly Row[]> {
  const lines = linesIn(join(folder, "attack-cases"));
  if (lines.length === 0) return [];
  const connections = countConnections();
  const judged: Judged[] = [];
  const unknown: string[] = [];
  let label = "";
  for (const line of lines) {
    const hazard = readHazard(line, label);
    const sentence = hazard === undefined ? undefined : sentenceFor(hazard.expect);
    if (hazard === undefined || sentence === undefined) {
      unknown.push(line.slice(0, 80));
      continue;
    }
    label = hazard.expect;
    await standBy(engine, judged.length);
    judged.push({ hazard, ...(await costOf(() => sentence(hazard, engine))) });
  }
  return [
    ...verdictRows(judged, unknown),
    ...costRows(judged),
    {
      what: "hostile schemas, connections made",
      figure: connections.stop(),
      unit: "count",
      bound: { at: "exactly", value: 0 },
    },
    {
      what: "hostile schemas, code run",
      figure: "pwned" in globalThis ? 1 : 0,
      unit: "count",
      bound: { at: "exactly", value: 0 },
    },
  ];
}

/** Waits for a live worker. A row may kill it, and each row must start as in a running gateway. */
async function standBy(engine: SchemaEngine, round: number): Promise<void> {
  await engine.compile({ title: `Round ${round}`, items: { $ref: "#" } }, "output");
}

function linesIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => /schemas.*\.jsonl$/.test(file))
    .toSorted()
    .flatMap((file) => readFileSync(join(folder, file), "utf8").split("\n"))
    .filter((line) => line.trim() !== "");
}

async function costOf(
  judge: () => Promise<boolean>,
): Promise<Cost & { readonly isRight: boolean }> {
  globalThis.gc?.();
  const lag = watchLag();
  await sleep(5);
  lag.reset();
  const heapBefore = process.memoryUsage().heapUsed;
  const start = performance.now();
  const isRight = await judge();
  const ms = performance.now() - start;
  const heapMb = Math.max(0, process.memoryUsage().heapUsed - heapBefore) / 1e6;
  await sleep(5);
  return { isRight, ms, blockedMs: lag.stop(), heapMb };
}

/**
 * Starts a heartbeat. The longest CPU time between two beats is how long nothing else could run.
 * Wall time would also count other programs on the machine.
 */
function watchLag(): { readonly reset: () => void; readonly stop: () => number } {
  let maxMs = 0;
  let last = process.threadCpuUsage();
  const beat = (): void => {
    const { user, system } = process.threadCpuUsage(last);
    maxMs = Math.max(maxMs, (user + system) / 1_000);
    last = process.threadCpuUsage();
  };
  const timer = setInterval(beat, 1);
  return {
    reset: () => {
      beat();
      maxMs = 0;
    },
    stop: () => {
      beat();
      clearInterval(timer);
      return maxMs;
    },
  };
}

/** Counts every socket opened in this process. */
function countConnections(): { readonly stop: () => number } {
  let count = 0;
  const hear = (): void => {
    count += 1;
  };
  const channels = ["net.client.socket", "undici:request:create", "http.client.request.start"];
  for (const channel of channels) subscribe(channel, hear);
  return {
    stop: () => {
      for (const channel of channels) unsubscribe(channel, hear);
      return count;
    },
  };
}

function verdictRows(judged: readonly Judged[], unknown: readonly string[]): readonly Row[] {
  const wrong = judged.filter(({ isRight }) => !isRight);
  return [
    { what: "hostile schemas", figure: judged.length + unknown.length, unit: "count" },
    {
      what: "hostile schemas, as labeled",
      figure: judged.length === 0 ? 0 : 1 - wrong.length / judged.length,
      unit: "rate",
      bound: { at: "exactly", value: 1 },
      ...(wrong.length === 0
        ? {}
        : { note: wrong.map(({ hazard }) => `${hazard.id} ${hazard.name}`).join("; ") }),
    },
    {
      what: "hostile schemas, label not understood",
      figure: unknown.length,
      unit: "count",
      bound: { at: "exactly", value: 0 },
      ...(unknown[0] === undefined ? {} : { note: unknown[0] }),
    },
  ];
}

const bounds = [
  { what: "time", key: "ms", unit: "ms", max: 250 },
  { what: "event loop blocked", key: "blockedMs", unit: "ms", max: 50 },
  { what: "heap growth", key: "heapMb", unit: "MB", max: 64 },
] as const;

function costRows(judged: readonly Judged[]): readonly Row[] {
  return bounds.flatMap(({ what, key, unit, max }) => {
    const worst = judged.toSorted((a, b) => b[key] - a[key])[0];
    if (worst === undefined) return [];
    const note = `${worst.hazard.id} ${worst.hazard.name}`;
    return [
      {
        what: `hostile schemas, ${what}, worst`,
        figure: worst[key],
        unit,
        bound: { at: "most", value: max },
        note,
      },
    ];
  });
}
