import { Worker } from "node:worker_threads";
import { isJsonObject } from "@toolcourt/sdk";
import { systemClock } from "../../packages/contracts/src/kernel/clock.ts";
import { openFolder } from "../../packages/testing/src/folder.ts";
import { openCountingServer } from "../gate/counting-server.ts";
import { type Ask, connectHttp } from "../gate/http-client.ts";
import { outcomeOf } from "../gate/outcome.ts";
import { reading } from "../gate/tools.ts";
import { startGateway } from "./gateway-process.ts";
import { definePromise, type Figure, type ProofContext } from "./promise.ts";
import { serverEntry } from "./server-entry.ts";

export const promise = definePromise({
  id: "P11",
  text: "One bad server cannot slow the others: the slowest hundredth of their calls takes at most twice as long as beside a good one.",
  proofs: [{ title: "a healthy server beside bad ones, best of several rounds", prove: neighbors }],
});

const good = "is-well";

interface Rounds {
  readonly most: number;
  readonly calls: number;
}

async function neighbors(context: ProofContext): Promise<readonly Figure[]> {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(await openFolder());
  const healthy = stack.use(await openCountingServer({ tools: [reading("get-forecast")] }));
  const urls = await startNeighbors(stack);
  const default_tool_config = { timeout: "PT1S", max_instances: 10 };
  const entries = [...urls].map(([name, url]) => serverEntry(name, url, { default_tool_config }));
  const mcps = [serverEntry("weather", healthy.url, { default_tool_config }), ...entries];
  // All servers share the concurrency slots of the toolbox, so we configure enough.
  await folder.write("toolcourt.yaml", JSON.stringify({ toolbox: { max_concurrent: 100, mcps } }));
  const gateway = stack.use(await startGateway({ folder: folder.path }));
  const ask = await connectHttp(gateway.url, { era: "modern", lane: "fast" });
  const rounds = { most: 12, calls: context.short ? 80 : 500 };
  await beside(ask, good, 100);

  const figures: Figure[] = [];
  let failed = 0;
  for (const name of [...urls.keys()].filter((each) => each !== good)) {
    context.signal.throwIfAborted();
    const found = await compared(ask, name, rounds);
    context.note(
      `${name}: p99 ${found.well.toFixed(1)} ms beside a good one, ${found.ill.toFixed(1)} ms`,
    );
    failed += found.failed;
    const label = `times as long beside a server that ${name.replaceAll("-", " ")}`;
    figures.push({ label, value: found.ill / found.well, must: { atMost: 2 } });
  }
  return [
    ...figures,
    { label: "calls of the healthy server that failed", value: failed, must: { is: 0 } },
  ];
}

async function startNeighbors(stack: AsyncDisposableStack): Promise<ReadonlyMap<string, string>> {
  const worker = new Worker(new URL("./programs/neighbors.ts", import.meta.url), {
    execArgv: ["--conditions=@toolcourt/source"],
  });
  stack.defer(async () => {
    await worker.terminate();
  });
  const urls = await new Promise((resolve) => worker.once("message", resolve));
  if (!isJsonObject(urls)) throw new Error("The neighbors did not say where they are.");
  return new Map(
    Object.entries(urls).flatMap(([name, url]) =>
      typeof url === "string" ? [[name, url] as const] : [],
    ),
  );
}

interface Compared {
  /** The p99 of the best round, beside the good server and beside the bad one. */
  readonly well: number;
  readonly ill: number;
  readonly failed: number;
}

/**
 * Alternates rounds beside the good server and beside the bad one, and stops as early as possible.
 * The best of each counts, because other load only makes a round slower.
 */
async function compared(ask: Ask, name: string, { most, calls }: Rounds): Promise<Compared> {
  let best: Compared = { well: Number.POSITIVE_INFINITY, ill: Number.POSITIVE_INFINITY, failed: 0 };
  for (let round = 0; round < most; round += 1) {
    const [well, ill] = [await beside(ask, good, calls), await beside(ask, name, calls)];
    best = {
      well: Math.min(best.well, well.p99),
      ill: Math.min(best.ill, ill.p99),
      failed: best.failed + well.failed + ill.failed,
    };
    if (best.ill <= best.well * (round === 0 ? 1.5 : 2)) break;
  }
  return best;
}

const callers = 4;

interface Measured {
  readonly p99: number;
  readonly failed: number;
}

/** Calls the healthy server with low concurrency while others call its neighbor. */
async function beside(ask: Ask, neighbor: string, calls: number): Promise<Measured> {
  const bothering = bother(ask, neighbor);
  const times: number[] = [];
  let failed = 0;
  const caller = async (): Promise<void> => {
    for (let call = 0; call < calls / callers; call += 1) {
      const began = systemClock.monotonic();
      const answer = await ask("tools/call", { name: "get-forecast", arguments: { city: "Bern" } });
      times.push(systemClock.monotonic() - began);
      if (outcomeOf(answer).refused !== undefined) failed += 1;
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  bothering.end();
  const p99 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN;
  return { p99, failed };
}

/** Calls a neighbor repeatedly until ended, without waiting for pending answers. */
function bother(ask: Ask, neighbor: string): { readonly end: () => void } {
  const over = new AbortController();
  const caller = async (): Promise<void> => {
    while (!over.signal.aborted) {
      await ask("tools/call", { name: `call-${neighbor}`, arguments: { city: "Bern" } });
      await systemClock.sleep(20);
    }
  };
  for (let index = 0; index < callers; index += 1) caller().catch(() => undefined);
  return { end: () => over.abort() };
}
