import { systemClock } from "../../../packages/contracts/src/kernel/clock.ts";
import type { Cost } from "../programs/cost-monitor.ts";
import type { Figure, ProofContext } from "../promise.ts";
import { type CostlyGateway, openCostlyGateway } from "./costly-gateway.ts";
import { ofTarget } from "./hostile-answers.ts";
import { expensive } from "./hostile-messages.ts";
import { baselineBytes, call, type Input, limitFactor, post } from "./input.ts";

export interface Inputs {
  readonly often: readonly Input[];
  /** Slow inputs, which run less often. */
  readonly seldom: readonly Input[];
  /** Default: HTTP. */
  readonly over?: "http" | "stdio";
}

const limitMs = 250;

/** Measures each input on its own gateway and returns the maximum. */
export async function measureInputs(
  context: ProofContext,
  { often, seldom, over }: Inputs,
): Promise<readonly Figure[]> {
  const { short, seed, note, signal } = context;
  await using gateway = await openCostlyGateway(over);
  await warmUp(gateway);
  const some = often.filter((_, index) => (index + seed) % 14 === 0);
  const chosen = short
    ? [...some, ...seldom.filter((_, index) => (index + seed) % 16 === 0)]
    : [...often, ...seldom];
  let [slowestMs, maxFactor] = [0, 0];
  for (const input of chosen) {
    signal.throwIfAborted();
    const cost = await bestOf(gateway, input);
    const { maxMs, factor } = cost;
    if (!isWithin(cost)) {
      note(`${input.name}: ${maxMs.toFixed(0)} ms, ${factor.toFixed(0)} times its size`);
    }
    slowestMs = Math.max(slowestMs, maxMs);
    maxFactor = Math.max(maxFactor, factor);
  }
  return [
    { label: "inputs", value: chosen.length, must: { atLeast: 1 } },
    {
      label: "longest turn of the event loop, in processor time",
      value: slowestMs,
      unit: "ms",
      must: { atMost: limitMs },
    },
    {
      label: "most memory for a byte of input",
      value: maxFactor,
      unit: "bytes",
      must: { atMost: limitFactor },
    },
  ];
}

/** Compilation on first use must not count against the input. */
async function warmUp(gateway: CostlyGateway): Promise<void> {
  for (const tool of [
    ...expensive,
    "get-forecast",
    "get-anything",
    "get-anything-else",
    ...ofTarget,
  ]) {
    for (let times = 0; times < 3; times += 1) {
      const { body } = call(tool, '{"city":"Bern"}');
      // A held tool is refused at once, so its answer would cost nothing.
      if ((await post(gateway, body)).includes("tool-quarantined")) {
        throw new Error(`${tool} is held, so nothing is measured with it.`);
      }
    }
  }
}

interface Measure {
  readonly maxMs: number;
  readonly factor: number;
}

/** Returns the best of three: a busy machine makes work slower, never faster. */
async function bestOf(gateway: CostlyGateway, input: Input): Promise<Measure> {
  let best: Measure = { maxMs: Number.POSITIVE_INFINITY, factor: Number.POSITIVE_INFINITY };
  for (let times = 0; times < 3 && !isWithin(best); times += 1) {
    const next = measureOf(await costOf(gateway, input), input);
    best = {
      maxMs: Math.min(best.maxMs, next.maxMs),
      factor: Math.min(best.factor, next.factor),
    };
  }
  return best;
}

const attempts = 20;

/** Measures an input that was not refused for another reason: that costs nothing. */
async function costOf(gateway: CostlyGateway, input: Input): Promise<Cost> {
  for (let times = 0; times < attempts; times += 1) {
    let answer: unknown;
    const cost = await gateway.costOf(async () => {
      answer = await input.send(gateway);
    });
    if (typeof answer !== "string" || !unmeasured.test(answer)) return cost;
    await systemClock.sleep(500);
  }
  throw new Error(`${input.name} is always refused, so nothing is measured with it.`);
}

// A busy machine may be too slow to read the policy again in time.
const unmeasured = /"because":"unavailable"|circuit-open|upstream-failed|no-capacity/;

function isWithin({ maxMs, factor }: Measure): boolean {
  return maxMs <= limitMs && factor <= limitFactor;
}

function measureOf({ maxMs, grownBytes }: Cost, { bytes }: Input): Measure {
  return { maxMs, factor: Math.max(0, grownBytes - baselineBytes) / bytes };
}
