import type { JsonValue } from "@toolcourt/sdk";
import type { Answer } from "../answer.ts";
import { remark } from "../remark.ts";
import type { Setting } from "../setting.ts";
import { type ConductProbe, done, leftOut, successes } from "./conduct.ts";
import { countersIn } from "./counting.ts";
import { looksSame, sightOf } from "./observed.ts";
import type { Observer } from "./observers.ts";

/** More inputs than these show the same. */
const mostInputs = 3;

/** A read that is called again gives the same answer, but for what differs by nature. */
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

/** Asks again; and once right after a start, because what a read used up may be gone by now. */
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

/** Whether answers differ because of the calls, and not because time passes or by chance. */
export async function changesByCalling(asked: Observer, setting: Setting): Promise<boolean> {
  return (await countsCalls(asked, setting)) || (await differsByRank(asked, setting));
}

const inARow = 4;
/** Long enough that no clock and no load could take it for the time between two calls. */
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
 * Whether the second answer after a start differs from the first, and each is the same at every start.
 * Only where starting again makes a new process is this anything but chance.
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
  // Two coins that are tossed so often fall alike once in thousands of times.
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
