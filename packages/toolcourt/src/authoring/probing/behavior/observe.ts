import { isJsonObject, own } from "@toolcourt/sdk";
import { type Answer, isSuccess } from "../answer.ts";
import { hintsOf } from "../judge-result.ts";
import type { ProbeCall } from "../probe-context.ts";
import { type Remark, remark } from "../remark.ts";
import type { Subject } from "../subject.ts";
import {
  type BehaviorDeps,
  type BehaviorOutcome,
  type BehaviorProbe,
  done,
  leftOut,
  successes,
} from "./behavior.ts";
import { looksSame, type Sight, sightOf } from "./observed.ts";
import type { Observer } from "./observers.ts";
import { changesByCalling } from "./repeat.ts";

const maxInputs = 2;

/**
 * Checks that a read changes nothing another read sees. A second call of an idempotent tool must
 * change nothing either.
 */
export const observeProbe: BehaviorProbe = {
  kind: "observe",
  run: async (scene) => {
    const { contract } = scene.tool;
    const isRead = contract.effect === "read";
    if (!isRead && contract.terms.idempotent !== true) {
      return leftOut("the contract does not call it idempotent");
    }
    const sight = sightOf(contract);
    const calls = successes(scene.results)
      .slice(0, maxInputs)
      .map(({ planned }) => ({ call: { name: contract.name, input: planned.input }, sight }));
    if (calls.length === 0) return leftOut("no call succeeded");
    return isRead ? observeRead(calls, scene) : observeWrite(calls, scene);
  },
};

async function observeRead(
  calls: readonly Observer[],
  scene: BehaviorDeps,
): Promise<BehaviorOutcome> {
  const { observers, deps } = scene;
  const others = observers.filter(({ call }) => call.name !== scene.tool.contract.name);
  if (others.length === 0) return leftOut("there is no other read to see a change by");
  for (const { call } of calls) {
    const changed = await changedBy(call, others, deps.subject);
    if (changed !== undefined) return done({ call, remark: changes(changed) });
  }
  return done();
}

function changes({ call: { name } }: Observer): Remark {
  return remark(
    "test/read-changes",
    "no change by a read",
    `another answer of ${name} after each call`,
  );
}

async function observeWrite(
  calls: readonly Observer[],
  scene: BehaviorDeps,
): Promise<BehaviorOutcome> {
  const { observers, deps } = scene;
  for (const each of calls) {
    const { call } = each;
    // The first call may change anything it declares.
    await deps.subject.call(call);
    const changed = await changedBy(call, observers, deps.subject);
    if (changed !== undefined || (await changesByCalling(each, deps))) {
      return done({
        call,
        remark: remark(
          "test/not-idempotent",
          "no further effect of the same call",
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
/** A fair coin passes the rounds once in 64 times, and these looks once in 2,048 times. */
const calmLooks = 12;

type Callable = Pick<Subject, "call">;

/** Returns the first observer that sees a change across each call, and none without a call. */
export async function changedBy(
  call: ProbeCall,
  observers: readonly Observer[],
  subject: Callable,
): Promise<Observer | undefined> {
  let suspects = observers;
  for (let round = 0; round < rounds && suspects.length > 0; round += 1) {
    const before = await look(suspects, subject);
    const still = await look(suspects, subject);
    await subject.call(call);
    const after = await look(suspects, subject);
    suspects = suspects.filter(({ sight }, index) => {
      const [first, second, third] = [before[index], still[index], after[index]];
      return isSame(sight, first, second) && !isSame(sight, second, third);
    });
  }
  for (const suspect of suspects) if (await isCalm(suspect, subject)) return suspect;
  return undefined;
}

/** Tells whether the answers stay the same without a call, so that chance explains no change. */
async function isCalm(observer: Observer, subject: Callable): Promise<boolean> {
  const [first, ...later] = await look(Array<Observer>(calmLooks).fill(observer), subject);
  return later.every((answer) => isSame(observer.sight, first, answer));
}

function isSame(sight: Sight, a: Answer | undefined, b: Answer | undefined): boolean {
  return a !== undefined && b !== undefined && looksSame(sight, a, b);
}

async function look(observers: readonly Observer[], subject: Callable): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const { call } of observers) answers.push(await subject.call(call));
  return answers;
}

/** Fewer different answers may well deserve the same confidence. */
const minResults = 5;

/**
 * Checks that confidence is calculated per answer: a hit, a miss and a refused input must not all
 * share one value.
 */
export const confidenceProbe: BehaviorProbe = {
  kind: "hints",
  run: async ({ tool: { wantsHints }, results }) => {
    if (!wantsHints) return leftOut("the profile asks for no hints");
    const confidences = results
      .map(({ answer }) => confidenceIn(answer))
      .filter((each) => each !== undefined);
    const different = new Set(
      results
        .filter(({ answer }) => isSuccess(answer) && confidenceIn(answer) !== undefined)
        .map(({ answer }) => dataIn(answer)),
    );
    if (different.size < minResults)
      return leftOut(`fewer than ${minResults} different results had hints`);
    if (new Set(confidences).size > 1) return done();
    return done({
      remark: remark(
        "test/confidence-constant",
        "a confidence that depends on the answer",
        `the same one in ${confidences.length} answers, ${different.size} of them different results`,
      ),
    });
  },
};

/** Returns the data of a result without its metadata. */
function dataIn(answer: Answer): string {
  const { structured = null } = answer.kind === "result" ? answer.result : {};
  const data = isJsonObject(structured) ? own(structured, "data") : undefined;
  return JSON.stringify(data ?? structured);
}

function confidenceIn(answer: Answer): number | undefined {
  if (answer.kind !== "result") return undefined;
  const hints = hintsOf(answer.result);
  const confidence =
    hints !== undefined && isJsonObject(hints) ? own(hints, "confidence") : undefined;
  return typeof confidence === "number" ? confidence : undefined;
}
