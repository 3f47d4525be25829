import type { JsonValue } from "@toolcourt/sdk";
import type { Answer } from "../answer.ts";
import type { ProbeDeps } from "../probe-context.ts";
import { remark } from "../remark.ts";
import { type BehaviorProbe, done, leftOut, successes } from "./behavior.ts";
import { amountsIn, looksSame, sightOf } from "./observed.ts";
import type { Observer } from "./observers.ts";

/** More inputs would show nothing new. */
const maxInputs = 3;

/** Checks that a repeated read gives the same answer, except for volatile members. */
export const repeatProbe: BehaviorProbe = {
  kind: "repeat",
  run: async ({ tool: { contract }, deps, results }) => {
    if (contract.effect !== "read") return leftOut("only a tool that reads may be asked again");
    if (contract.terms.idempotent === false)
      return leftOut("the contract says that answers differ");
    const answered = successes(results).slice(0, maxInputs);
    if (answered.length === 0) return leftOut("no call succeeded");
    const sight = sightOf(contract);
    for (const [index, { planned, answer }] of answered.entries()) {
      const call = { name: contract.name, input: planned.input };
      const asked = { call, sight };
      const isSteady = await answersAlike(asked, answer, { deps, isFirst: index === 0 });
      if (!isSteady && (await changesByCalling(asked, deps)))
        return done({ call, remark: changes });
    }
    return done();
  },
};

const changes = remark(
  "test/read-changes",
  "the same answer to the same read",
  "an answer that differs with every call",
);

interface Asking {
  readonly deps: ProbeDeps;
  readonly isFirst: boolean;
}

/**
 * Repeats the call, and once more right after a restart: a read may already have used up its data.
 */
async function answersAlike(
  { call, sight }: Observer,
  answer: Answer,
  { deps, isFirst }: Asking,
): Promise<boolean> {
  const { subject, startsAnew } = deps;
  if (!looksSame(sight, answer, await subject.call(call))) return false;
  if (!isFirst || !startsAnew) return true;
  await subject.restart();
  return looksSame(sight, await subject.call(call), await subject.call(call));
}

/** Tells whether the calls make the answers differ, rather than time or chance. */
export async function changesByCalling(asked: Observer, deps: ProbeDeps): Promise<boolean> {
  return (await countsCalls(asked, deps)) || (await differsByRank(asked, deps));
}

const inARow = 4;
/** Too long for a clock or load to look like the time between two calls. */
const pauseMs = 1_100;

async function countsCalls(asked: Observer, deps: ProbeDeps): Promise<boolean> {
  const quick = await sequence(asked, inARow, deps);
  const counters = countersIn(quick);
  if (counters.size === 0) return false;
  await deps.clock.sleep(pauseMs, deps.signal);
  const later = countersIn([...quick.slice(-1), ...(await sequence(asked, 1, deps))]);
  await deps.clock.sleep(pauseMs / 2, deps.signal);
  const latest = countersIn([...quick.slice(-1), ...(await sequence(asked, 1, deps))]);
  return [...counters].some(
    ([place, by]) => later.get(place) === by && latest.get(place) === 2 * by,
  );
}

/**
 * Tells whether the answers after a start differ in the same order at every start. Meaningful only
 * if a restart creates a new process.
 */
async function differsByRank(asked: Observer, deps: ProbeDeps): Promise<boolean> {
  if (!deps.startsAnew) return false;
  const runs: string[] = [];
  for (const length of [3, 3, 3]) {
    const answers = await afterStart(asked, length, deps);
    if (new Set(answers).size === 1) return false;
    runs.push(answers.join("\n"));
  }
  if (new Set(runs).size > 1) return false;
  // Random two-valued answers match in twelve positions only once in thousands of runs.
  const [first, second] = [await afterStart(asked, 12, deps), await afterStart(asked, 12, deps)];
  return first.join("\n") === second.join("\n");
}

async function afterStart(
  asked: Observer,
  length: number,
  deps: ProbeDeps,
): Promise<readonly string[]> {
  await deps.subject.restart();
  return (await sequence(asked, length, deps)).map((each) => JSON.stringify(each));
}

async function sequence(
  { call, sight }: Observer,
  length: number,
  { subject }: ProbeDeps,
): Promise<readonly JsonValue[]> {
  const answers: JsonValue[] = [];
  for (let index = 0; index < length; index += 1) {
    answers.push(sight(await subject.call(call)));
  }
  return answers;
}

/**
 * Finds the counters: paths where each value differs from the previous one by the same amount.
 * Times, ids, random values and loads do not do so for long.
 */
export function countersIn(answers: readonly JsonValue[]): ReadonlyMap<string, number> {
  const [first, ...rest] = answers.map(amountsIn);
  const counters = new Map<string, number>();
  for (const [place, from] of first ?? []) {
    const values = [from, ...rest.map((amounts) => amounts.get(place))];
    const by = stepOf(values);
    if (by !== undefined) counters.set(place, by);
  }
  return counters;
}

/** Returns the constant, nonzero difference between successive values, if there is one. */
function stepOf(values: readonly (number | undefined)[]): number | undefined {
  const steps = values.slice(1).map((value, index) => (value ?? Number.NaN) - (values[index] ?? 0));
  const [first] = steps;
  if (first === undefined || first === 0 || Number.isNaN(first)) return undefined;
  return steps.every((each) => each === first) ? first : undefined;
}
