import type { ResponseTime } from "@toolcourt/sdk";
import type { ProbeCall } from "../probe-call.ts";
import { remark } from "../remark.ts";
import type { Setting } from "../setting.ts";
import { type ConductProbe, done, leftOut, successes } from "./conduct.ts";

/** Limits from S3-25. A slow tool is limited only by the call timeout. */
const limitsMs: Readonly<Partial<Record<ResponseTime, number>>> = { fast: 100, medium: 1_000 };

/** Load on the machine must not make a tool look slow. */
const tolerance = 1.5;
const measures = 5;
const mostInputs = 2;

/**
 * Checks that a tool answers within its time class. Only the fastest of several answers to the same
 * input counts.
 */
export const timeProbe: ConductProbe = {
  kind: "time",
  run: async ({ bench: { contract }, setting, shots }) => {
    const { responseTime } = contract.terms;
    const limit = responseTime === undefined ? undefined : limitsMs[responseTime];
    if (limit === undefined) return leftOut("the contract promises no time");
    const answered = successes(shots);
    if (answered.length === 0) return leftOut("no call succeeded");
    const suspects = answered.filter(({ answer }) => answer.ms > limit * tolerance);
    for (const { planned } of suspects.slice(0, mostInputs)) {
      const call = { name: contract.name, input: planned.input };
      const quickest = await quickestOf(call, setting);
      if (quickest <= limit * tolerance) continue;
      const expected = `an answer within ${limit} ms, as ${responseTime} promises`;
      const got = `more than ${limit * tolerance} ms, ${measures} times out of ${measures}`;
      return done({ call, remark: remark("test/slow", expected, got) });
    }
    return done();
  },
};

/** Returns the shortest response time, minus the round-trip time. */
async function quickestOf(call: ProbeCall, { subject, budget }: Setting): Promise<number> {
  let quickest = Number.POSITIVE_INFINITY;
  for (let index = 0; index < measures; index += 1) {
    const way = (await subject.ping(budget.patienceMs)) ?? 0;
    const answer = await subject.call(call);
    quickest = Math.min(quickest, answer.ms - way);
  }
  return quickest;
}
