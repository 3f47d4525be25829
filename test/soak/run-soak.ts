import { join } from "node:path";
import { systemClock } from "../../packages/contracts/src/kernel/clock.ts";
import { openFolder } from "../../packages/testing/src/folder.ts";
import { openPostgres } from "../../packages/testing/src/services/open-postgres.ts";
import { disturb } from "../load/disturb.ts";
import { startUpstream, type UpstreamProcess } from "../load/upstream-process.ts";
import { type GatewayProcess, startGateway } from "../promises/gateway-process.ts";
import type { Figure } from "../promises/promise.ts";
import { type CountRows, postgresRows, sqliteRows } from "./count-rows.ts";
import { type Allowance, judge, leastSamples, type Sample, type Verdict } from "./judge.ts";
import { holdRate, measureCapacity, type Tally, wellWith } from "./open-loop.ts";
import type { Held } from "./sampler.ts";
import { policy, soakConfig } from "./soak-config.ts";

// One real gateway at 80 % of its capacity, beside servers and callers that fail in every way. What
// the process and its store hold is sampled, and judged as slopes.

export interface Soak {
  readonly store: "sqlite" | "postgres";
  readonly holdMs: number;
  /** Loads a module that leaks on purpose. */
  readonly isLeaky: boolean;
  readonly note: (line: string) => void;
}

export interface Soaked {
  readonly verdicts: readonly Verdict[];
  readonly figures: readonly Figure[];
  readonly tally: Tally;
}

const share = 0.8;
/** The audit log grows with every call, and approvals stay for `approvals.retain_for`. */
const growing = ["audit", "checkpoints", "approvals"];
/** Written at checkpoints only. A short run has too few of them for a slope. */
const writtenRarely = ["begun"];

/** Runs shorter than this are still warming up, and get a wider allowance. */
const longMs = 600_000;

function allowanceOf(name: string, holdMs: number): Allowance {
  const isBytes = name.endsWith("bytes");
  if (holdMs >= longMs) return { share: 0.02, least: isBytes ? 0 : 3 };
  return { share: 0.15, least: isBytes ? 0 : 10 };
}

export async function runSoak(soak: Soak): Promise<Soaked> {
  await using stack = new AsyncDisposableStack();
  const { gateway, rows, shaky } = await openWorld(soak, stack);
  const { holdMs, note } = soak;
  const isShort = holdMs < longMs;
  const tally: Tally = new Map();
  const series = new Map<string, Sample[]>();
  const stop = new AbortController();
  const { signal } = stop;
  // The faults cost time too, so they are part of the capacity.
  const disturbing = disturbUntil(signal, shaky);
  const measureMs = isShort ? 4_000 : 20_000;
  await measureCapacity(gateway.url, measureMs);
  const capacity = await measureCapacity(gateway.url, measureMs);
  const rate = share * capacity;
  note(`${soak.store}: ${capacity.toFixed(0)} requests/s, held at ${rate.toFixed(0)}/s`);
  // Each sample collects all garbage. More often it would take the time of the calls.
  const everyMs = Math.max(700, holdMs / 120);
  const [held] = await Promise.all([
    holdRate({ url: gateway.url, rate, signal, tally }),
    disturbing,
    sample(holdMs, { gateway, rows, series, everyMs }).finally(() => stop.abort()),
  ]);
  const printed = isShort ? [...growing, ...writtenRarely] : growing;
  const judged = [...series].filter(([name]) => !printed.includes(name.replace("rows of ", "")));
  return {
    verdicts: judged.map(([name, samples]) => judge(name, samples, allowanceOf(name, holdMs))),
    tally,
    figures: [
      { label: "requests sent", value: held.sent, must: { atLeast: 1 } },
      { label: "requests skipped: the caller was full", value: held.skipped, must: { is: 0 } },
      { label: "healthy calls answered", value: wellWith(tally, (each) => each === "answered") },
      {
        label: "healthy calls without an answer",
        value: wellWith(tally, (each) => each === "unanswered"),
        must: { is: 0 },
      },
      ...printed.map(
        (name): Figure => ({
          label: `rows of ${name} at the end, not judged`,
          value: series.get(`rows of ${name}`)?.at(-1)?.value ?? 0,
        }),
      ),
    ],
  };
}

interface World {
  readonly gateway: GatewayProcess;
  readonly rows: CountRows;
  readonly shaky: UpstreamProcess;
}

const preload = (name: string): readonly string[] => ["--import", join(import.meta.dirname, name)];

async function openWorld({ store, isLeaky }: Soak, stack: AsyncDisposableStack): Promise<World> {
  const calm = stack.use(await startUpstream("get-calm"));
  const mixed = stack.use(await startUpstream("get-mixed-bad", "get-broken"));
  const shaky = stack.use(await startUpstream("get-shaky"));
  const folder = stack.use(await openFolder({ "policy.yaml": policy }));
  const [url, rows] = await openStore(store, folder.path, stack);
  await folder.write("toolcourt.yaml", soakConfig({ calm, mixed, shaky }, url));
  const leak = isLeaky ? preload("leak.ts") : [];
  const flags = ["--expose-gc", ...preload("sampler.ts"), ...leak];
  const gateway = stack.use(await startGateway({ folder: folder.path, flags }));
  return { gateway, rows, shaky };
}

async function openStore(
  store: Soak["store"],
  folder: string,
  stack: AsyncDisposableStack,
): Promise<readonly [url: string, rows: CountRows]> {
  if (store === "sqlite") return ["sqlite:state.db", sqliteRows(join(folder, "state.db"))];
  const { url } = stack.use(await openPostgres());
  return [url, postgresRows(url)];
}

async function disturbUntil(signal: AbortSignal, server: UpstreamProcess): Promise<void> {
  while (!signal.aborted) await disturb(server);
}

interface Sampling {
  readonly gateway: GatewayProcess;
  readonly rows: CountRows;
  readonly series: Map<string, Sample[]>;
  readonly everyMs: number;
}

/** Samples for this time, and longer if a slow machine took too few samples. */
async function sample(ms: number, sampling: Sampling): Promise<void> {
  const { gateway, rows, series, everyMs } = sampling;
  const began = systemClock.monotonic();
  for (let taken = 0; ; taken += 1) {
    if (taken >= 2 * leastSamples && systemClock.monotonic() >= began + ms) return;
    const hours = (systemClock.monotonic() - began) / 3_600_000;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the sampler sends this
    const held = (await gateway.ask("sample")) as Held;
    const counted = [...(await rows())].map(([name, count]) => [`rows of ${name}`, count] as const);
    const values = [
      ["resident bytes", held.residentBytes],
      ["heap bytes", held.heapBytes],
      ["descriptors", held.descriptors],
      ["timers", held.timers],
      ["handles", held.handles],
      ...counted,
    ] as const;
    for (const [name, value] of values) {
      const samples = series.get(name) ?? [];
      samples.push({ hours, value });
      series.set(name, samples);
    }
    await systemClock.sleep(everyMs);
  }
}
