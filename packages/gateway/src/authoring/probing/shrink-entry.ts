import type { JsonObject, JsonValue } from "@toolcourt/sdk";
import { shrink } from "../../contracts/generation/shrink.ts";
import { isShownLate, takeAftermath } from "./aftermath.ts";
import { expectationFor, isInput, isSameBreach } from "./expectation.ts";
import { judgeAnswer } from "./judge-answer.ts";
import type { Entry } from "./ledger.ts";
import type { Remark } from "./remark.ts";
import type { TestRuleId } from "./rules.ts";
import type { Subject } from "./subject.ts";
import type { ToolBench } from "./tool-bench.ts";

export interface Smallest {
  readonly remark: Remark;
  readonly input: JsonObject;
  /** Whether the input shows it by itself, when it is sent again. */
  readonly isRepeatable: boolean;
}

export interface ShrinkScene {
  readonly subject: Subject;
  readonly bench: ToolBench;
  readonly isTimeLeft: () => boolean;
  readonly patienceMs: number;
}

/** Each try of these ends the server, or waits for it in vain. */
const costly: Readonly<Partial<Record<TestRuleId, number>>> = {
  "test/crash": 40,
  "test/hang": 10,
  "test/protocol-error-malformed": 40,
};
const usualTries = 120;

/** Rules about what a server does with an input, whatever its schema says about it. */
const whateverTheSchema: ReadonlySet<TestRuleId> = new Set<TestRuleId>([
  "test/crash",
  "test/hang",
  "test/stack-trace",
  "test/protocol-error-malformed",
  "test/result-malformed",
  "test/secret-in-output",
  "test/oversized",
  "test/stray-output",
  "test/answer-repeated",
  "test/answer-unasked",
]);

/** Looks for the smallest input that shows what an entry tells of. Sends each of them to the server. */
export async function shrinkEntry(
  { remark, input, expectation, isExample }: Required<Entry>,
  scene: ShrinkScene,
): Promise<Smallest> {
  let seen = remark;
  const fails = async (value: JsonValue): Promise<boolean> => {
    if (!isInput(value) || !scene.isTimeLeft()) return false;
    const again = await sendAgain(value, { isExample, expectation, remark }, scene);
    const same = again.find(({ key }) => key === remark.key);
    // Nobody waits as long a second time for what did not come.
    if (same !== undefined && same.rule !== "test/hang") seen = same;
    return same !== undefined;
  };
  // An example is a promise as it stands.
  if (!(await fails(input))) return { remark, input, isRepeatable: false };
  if (isExample) return { remark: seen, input, isRepeatable: true };
  const { value } = await shrink(input, {
    fails,
    accepts: async (each) =>
      isInput(each) &&
      (whateverTheSchema.has(remark.rule) ||
        isSameBreach(await expectationFor(each, scene.bench.inputs), expectation)),
    tries: costly[remark.rule] ?? usualTries,
  });
  return { remark: seen, input: isInput(value) ? value : input, isRepeatable: true };
}

async function sendAgain(
  input: JsonObject,
  { isExample, expectation, remark }: Pick<Required<Entry>, "isExample" | "expectation" | "remark">,
  { subject, bench, patienceMs }: ShrinkScene,
): Promise<readonly Remark[]> {
  const call = { name: bench.contract.name, input };
  const answer = await subject.call(call, patienceMs);
  const expected = isExample ? expectation : await expectationFor(input, bench.inputs);
  const remarks = await judgeAnswer({ call, expectation: expected, isExample, answer }, bench);
  // A process takes a moment to end, and so does what it says after an answer.
  if (isShownLate(remark)) await subject.linger(patienceMs);
  return [...remarks, ...takeAftermath(call.name, subject).map((each) => each.remark)];
}
