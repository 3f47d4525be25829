import { shrink } from "@toolcourt/contracts/internal/generation/shrink";
import type { JsonObject, JsonValue } from "@toolcourt/sdk";
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
  /** Whether the input alone reproduces the finding. */
  readonly isRepeatable: boolean;
}

export interface ShrinkScene {
  readonly subject: Subject;
  readonly bench: ToolBench;
  readonly isTimeLeft: () => boolean;
  readonly patienceMs: number;
}

/** Limits on tries for these rules: each try ends the server or waits for a timeout. */
const costly: Readonly<Partial<Record<TestRuleId, number>>> = {
  "test/crash": 40,
  "test/hang": 10,
  "test/protocol-error-malformed": 40,
};
const usualTries = 120;

/** Rules about inputs of any kind, regardless of the schema. */
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

/** Finds the smallest input that reproduces an entry. Sends every candidate to the server. */
export async function shrinkEntry(
  { remark, input, expectation, isExample }: Required<Entry>,
  scene: ShrinkScene,
): Promise<Smallest> {
  let seen = remark;
  const fails = async (value: JsonValue): Promise<boolean> => {
    if (!isInput(value) || !scene.isTimeLeft()) return false;
    const again = await sendAgain(value, { isExample, expectation, remark }, scene);
    const same = again.find(({ key }) => key === remark.key);
    // A hang keeps the first remark: the retry waits for a shorter time.
    if (same !== undefined && same.rule !== "test/hang") seen = same;
    return same !== undefined;
  };
  // An example is a promise as written, so it is not shrunk.
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
  // A process needs a moment to exit or to print after an answer.
  if (isShownLate(remark)) await subject.linger(patienceMs);
  return [...remarks, ...takeAftermath(call.name, subject).map((each) => each.remark)];
}
