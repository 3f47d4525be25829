import type { JsonObject } from "@toolcourt/sdk";
import type { Figure, ProofContext } from "../promise.ts";
import { createRandom } from "../random.ts";
import { type Killable, startKillable } from "../world/killable.ts";
import { readAudit } from "../world/read-audit.ts";
import { openRig, tools } from "../world/rig.ts";
import { reconcile } from "./reconcile.ts";
import { createTraps } from "./trap.ts";
import { createWitness } from "./witness.ts";

export interface KillPlan {
  readonly kills: number;
  readonly config?: JsonObject;
  /** Further trouble for a gateway under load before the kill. Default: none. */
  readonly trouble?: (round: number) => Promise<void>;
}

const callers = 16;

/** Kills a gateway repeatedly under load and cross-checks the traces of its calls. */
export async function killLoop(
  { kills, config, trouble }: KillPlan,
  { seed, signal, note }: ProofContext,
): Promise<readonly Figure[]> {
  const random = createRandom(seed);
  const traps = createTraps(random);
  await using rig = await openRig({
    ...(config && { config }),
    arrived: ({ name }) => {
      if (name === tools.read) return;
      traps.passed("tool-called");
      setImmediate(() => traps.passed("tool-answered"));
    },
  });
  const onAnswer = (): void => traps.passed("caller-answered");
  const witness = createWitness({ random, callers, onAnswer });
  const late = { starts: 0 };
  const start = (): Promise<Killable> => startPatiently(rig.folder.path, late);
  const starts: Killable[] = [];
  // On abort the loop still reports its results so far.
  for (let round = 1; round <= kills && !signal.aborted; round += 1) {
    const gateway = await start();
    starts.push(gateway);
    await witness.warmUp(gateway.url, round);
    const load = witness.load(gateway.url, round);
    await trouble?.(round);
    await traps.setFor(gateway);
    await load;
    if (round % 50 === 0) note(`${round} kills, ${witness.acknowledged.length} acknowledged calls`);
  }
  const last = await start();
  await last[Symbol.asyncDispose]();
  const audit = await readAudit(rig.folder.path);
  const { acknowledged } = witness;
  const { memoryFile, upstream } = rig;
  return [
    { label: "kills", value: starts.length, must: { atLeast: kills } },
    ...startFigures([...starts.slice(1), last]),
    { label: "starts that the disk refused for the moment", value: late.starts },
    ...reconcile({ acknowledged, effects: upstream.calls, audit, memoryFile }),
    ...openFigures(audit.calls.values(), last.printed()),
  ];
}

/** Starts that may be refused in a row because the disk did not answer within the store's limit. */
const maxLate = 5;

/** Starts a gateway as a service manager would: again if the disk was too slow for it. */
async function startPatiently(folder: string, late: { starts: number }): Promise<Killable> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await startKillable({ folder });
    } catch (error) {
      const isLate = error instanceof Error && /did not answer in time/.test(error.message);
      if (!isLate || tries === maxLate) throw error;
      late.starts += 1;
    }
  }
}

function startFigures(starts: readonly Killable[]): readonly Figure[] {
  const own = starts.map(({ readyAfterMs, waitedMs }) => readyAfterMs - waitedMs);
  return [
    { label: "slowest new start", value: Math.max(...own), unit: "ms", must: { atMost: 5_000 } },
    {
      label: "the same with waiting for other processes of the machine",
      value: Math.max(...starts.map(({ readyAfterMs }) => readyAfterMs)),
      unit: "ms",
    },
  ];
}

/** Calls begun and never closed must be reported at the next start. */
export function openFigures(
  calls: Iterable<{ readonly code?: string }>,
  printed: string,
): readonly Figure[] {
  const open = [...calls].filter(({ code }) => code === undefined).length;
  const listed = Number(/(\d+) calls? (?:was|were) begun and never closed/.exec(printed)?.[1] ?? 0);
  return [
    { label: "calls that were begun and never closed", value: open },
    { label: "of them not listed at the next start", value: open - listed, must: { is: 0 } },
  ];
}
