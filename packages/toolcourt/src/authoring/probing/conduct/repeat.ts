import type { JsonValue } from "@toolcourt/sdk";
import type { Answer } from "../answer.ts";
import { remark } from "../remark.ts";
import type { Setting } from "../setting.ts";
import { type ConductProbe, done, leftOut, successes } from "./conduct.ts";
import { countersIn } from "./counting.ts";
import { looksSame, sightOf } from "./observed.ts";
import type { Observer } from "./observers.ts";

/** More inputs would show nothing new. */
const mostInputs = 3;

/** Checks that a repeated read gives the same answer, except for volatile members. */
export const repeatProbe: ConductProbe = {
  kind: "repeat",
  run: async ({ bench: { contract }, setting, shots }) => {
    if (contract.effect !== "read") return leftOut("only a tool that reads may be asked again");
    if (contract.terms.idempotent === false)
      return leftOut("the contract says that answers differ");
    const answered = successes(shots).slice(0, mostInputs);
    if (answered.length === 0) return leftOut("no call succeeded");
    const sight = sightOf(contract);
    for (const [index, { planned, answer }] of answered.entries()) {
      const call = { name: contract.name, input: planned.input };
      const asked = { call, sight };
      const isSteady = await answersAlike(asked, answer, { setting, isFirst: index === 0 });
      if (!isSteady && (await changesByCalling(asked, setting)))
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
  readonly setting: Setting;
  readonly isFirst: boolean;
}

/**
 * Repeats the call, and once more right after a restart: a read may already have used up its data.
 */
async function answersAlike(
  { call, sight }: Observer,
  answer: Answer,
  { setting, isFirst }: Asking,
): Promise<boolean> {
  const { subject, startsAnew } = setting;
  if (!looksSame(sight, answer, await subject.call(call))) return false;
  if (!isFirst || !startsAnew) return true;
  await subject.restart();
  return looksSame(sight, await subject.call(call), await subject.call(call));
}

/** Tells whether the calls make the answers differ, rather than time or chance. */
export async function changesByCalling(asked: Observer, setting: Setting): Promise<boolean> {
  return (await countsCalls(asked, setting)) || (await differsByRank(asked, setting));
}

const inARow = 4;
/** Too long for a clock or load to look like the time between two calls. */
const pauseMs = 1_100;

async function countsCalls(asked: Observer, setting: Setting): Promise<boolean> {
  const quick = await sequence(asked, inARow, setting);
  const counters = countersIn(quick);
  if (counters.size === 0) return false;
  await setting.clock.sleep(pauseMs, setting.signal);
  const later = countersIn([...quick.slice(-1), ...(await sequence(asked, 1, setting))]);
  await setting.clock.sleep(pauseMs / 2, setting.signal);
  const latest = countersIn([...quick.slice(-1), ...(await sequence(asked, 1, setting))]);
  return [...counters].some(
    ([place, by]) => later.get(place) === by && latest.get(place) === 2 * by,
  );
}

/**
 * Tells whether the answers after a start differ in the same order at every start. Meaningful only
 * if a restart creates a new process.
 */
async function differsByRank(asked: Observer, setting: Setting): Promise<boolean> {
  if (!setting.startsAnew) return false;
  const runs: string[] = [];
  for (const length of [3, 3, 3]) {
    const answers = await afterStart(asked, length, setting);
    if (new Set(answers).size === 1) return false;
    runs.push(answers.join("\n"));
  }
  if (new Set(runs).size > 1) return false;
  // Random two-valued answers match in twelve positions only once in thousands of runs.
  const [first, second] = [
    await afterStart(asked, 12, setting),
    await afterStart(asked, 12, setting),
  ];
  return first.join("\n") === second.join("\n");
}

async function afterStart(
  asked: Observer,
  length: number,
  setting: Setting,
): Promise<readonly string[]> {
  await setting.subject.restart();
  return (await sequence(asked, length, setting)).map((each) => JSON.stringify(each));
}

async function sequence(
  { call, sight }: Observer,
  length: number,
  { subject }: Setting,
): Promise<readonly JsonValue[]> {
  const answers: JsonValue[] = [];
  for (let index = 0; index < length; index += 1) {
    answers.push(sight(await subject.call(call)));
  }
  return answers;
}
