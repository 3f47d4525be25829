import type { Answer } from "../answer.ts";
import type { ProbeCall } from "../probe-call.ts";
import { type Remark, remark } from "../remark.ts";
import type { Setting } from "../setting.ts";
import {
  type Conduct,
  type ConductProbe,
  type ConductScene,
  done,
  leftOut,
  successes,
} from "./conduct.ts";
import { looksSame, type Sight, sightOf } from "./observed.ts";
import type { Observer } from "./observers.ts";
import { changesByCalling } from "./repeat.ts";

const mostInputs = 2;

/**
 * Checks that a read changes nothing another read sees. A second call of an idempotent tool must
 * change nothing either.
 */
export const observeProbe: ConductProbe = {
  kind: "observe",
  run: async (scene) => {
    const { contract } = scene.bench;
    const isRead = contract.effect === "read";
    if (!isRead && contract.terms.idempotent !== true) {
      return leftOut("the contract does not call it idempotent");
    }
    const sight = sightOf(contract);
    const calls = successes(scene.shots)
      .slice(0, mostInputs)
      .map(({ planned }) => ({ call: { name: contract.name, input: planned.input }, sight }));
    if (calls.length === 0) return leftOut("no call succeeded");
    return isRead ? observeRead(calls, scene) : observeWrite(calls, scene);
  },
};

async function observeRead(calls: readonly Observer[], scene: ConductScene): Promise<Conduct> {
  const { observers, setting } = scene;
  const others = observers.filter(({ call }) => call.name !== scene.bench.contract.name);
  if (others.length === 0) return leftOut("there is no other read to see a change by");
  for (const { call } of calls) {
    const changed = await changedBy(call, others, setting);
    if (changed !== undefined) return done({ call, remark: changes(changed) });
  }
  return done();
}

function changes({ call: { name } }: Observer): Remark {
  return remark(
    "test/read-changes",
    "nothing to change by reading",
    `another answer of ${name} after each call`,
  );
}

async function observeWrite(calls: readonly Observer[], scene: ConductScene): Promise<Conduct> {
  const { observers, setting } = scene;
  for (const each of calls) {
    const { call } = each;
    // The first call may change anything it declares.
    await setting.subject.call(call);
    const changed = await changedBy(call, observers, setting);
    if (changed !== undefined || (await changesByCalling(each, setting))) {
      return done({
        call,
        remark: remark(
          "test/not-idempotent",
          "nothing more to happen when the same call is repeated",
          changed === undefined
            ? "an answer that differs with every call"
            : `another answer of ${changed.call.name} after each call`,
        ),
      });
    }
  }
  return done();
}

const rounds = 3;

/** Returns the first observer that sees a change across each call, and none without a call. */
async function changedBy(
  call: ProbeCall,
  observers: readonly Observer[],
  setting: Setting,
): Promise<Observer | undefined> {
  let suspects = observers;
  for (let round = 0; round < rounds && suspects.length > 0; round += 1) {
    const before = await look(suspects, setting);
    const still = await look(suspects, setting);
    await setting.subject.call(call);
    const after = await look(suspects, setting);
    suspects = suspects.filter(({ sight }, index) => {
      const [first, second, third] = [before[index], still[index], after[index]];
      return isSame(sight, first, second) && !isSame(sight, second, third);
    });
  }
  return suspects[0];
}

function isSame(sight: Sight, a: Answer | undefined, b: Answer | undefined): boolean {
  return a !== undefined && b !== undefined && looksSame(sight, a, b);
}

async function look(
  observers: readonly Observer[],
  { subject }: Setting,
): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const { call } of observers) answers.push(await subject.call(call));
  return answers;
}
