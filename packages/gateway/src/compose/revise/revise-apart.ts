import { Worker } from "node:worker_threads";
import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { createSerial } from "@toolcourt/contracts/internal/kernel/serial";
import type { RevisedTool } from "@toolcourt/contracts/internal/revisions/revision";
import { LRUCache } from "lru-cache";
import type { RevisedPair } from "./revise-pairs.ts";

/** What a thread gets. */
export interface RevisingOrder {
  readonly pair: RevisedPair;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** A pair, and the digests of both versions. */
export interface DigestedPair extends RevisedPair {
  readonly digests: readonly [was: string, now: string];
}

/** Undefined if the comparison took too long. */
export type Revise = (pair: DigestedPair) => Promise<RevisedTool | undefined>;

const isSource = import.meta.url.endsWith(".ts");
const entry = new URL(isSource ? "./worker.ts" : "./worker.js", import.meta.url);

const memory = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 };
const timeoutMs = 10_000;
const maxKept = 100;
/** How long a comparison that took too long is not tried again. */
const againMs = 60_000;

interface Kept {
  readonly revised: RevisedTool | undefined;
}

/**
 * Compares contracts in a thread of their own. A contract of a server that never ends must hold up
 * no call. One comparison runs at a time, and each is made once.
 */
export function createRevise(clock: Clock): Revise {
  const inTurn = createSerial();
  const kept = new LRUCache<string, Kept>({ max: maxKept });
  return (pair) => {
    const key = JSON.stringify([pair.server, pair.tool, ...pair.digests]);
    return inTurn(async () => {
      const known = kept.get(key);
      if (known !== undefined) return known.revised;
      const { digests: _digests, ...plain } = pair;
      const revised = await inThread({ pair: plain, at: clock.now() }, clock);
      kept.set(key, { revised }, revised === undefined ? { ttl: againMs } : {});
      return revised;
    });
  };
}

async function inThread(order: RevisingOrder, clock: Clock): Promise<RevisedTool | undefined> {
  const worker = new Worker(entry, {
    workerData: order,
    execArgv: isSource ? ["--conditions=@toolcourt/source"] : [],
    resourceLimits: memory,
    // What is printed about an untrusted schema is untrusted text.
    stdout: true,
    stderr: true,
  });
  // A gateway that stops does not wait for it.
  worker.unref();
  const done = new AbortController();
  const answer = new Promise<RevisedTool | undefined>((resolve) => {
    worker.once("message", resolve);
    // Too little memory arrives here, before the exit.
    worker.once("error", () => resolve(undefined));
    worker.once("exit", () => resolve(undefined));
  });
  const late = clock.sleep(timeoutMs, done.signal).then(
    () => undefined,
    () => undefined,
  );
  try {
    return await Promise.race([answer, late]);
  } finally {
    done.abort();
    await worker.terminate();
  }
}
