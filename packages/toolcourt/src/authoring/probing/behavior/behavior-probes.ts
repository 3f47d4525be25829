import type { ResponseTime } from "@toolcourt/sdk";
import type { Ledger } from "../ledger.ts";
import { isTimeLeft, type ProbeCall, type ProbeDeps } from "../probe-context.ts";
import { remark } from "../remark.ts";
import type { ProbeTally } from "../report.ts";
import { orGone } from "../server-connection.ts";
import { type BehaviorDeps, type BehaviorProbe, done, leftOut, successes } from "./behavior.ts";
import { confidenceProbe, observeProbe } from "./observe.ts";
import { repeatProbe } from "./repeat.ts";

/** Runs all probes that need several calls. */
export async function probeBehavior(
  behaviorDeps: BehaviorDeps,
  ledger: Ledger,
): Promise<readonly ProbeTally[]> {
  const { deps } = behaviorDeps;
  const { subject } = deps;
  const tallies: ProbeTally[] = [];
  for (const { kind, run } of behaviorProbes) {
    const before = subject.calls();
    const behavior = isTimeLeft(deps)
      ? await subject.whileTimeIsLeft(
          () => isTimeLeft(deps),
          () => orGone(run(behaviorDeps)),
        )
      : "spent";
    const calls = subject.calls() - before;
    if (behavior === "gone" || behavior === "spent") {
      tallies.push({ kind, calls, leftOut: reasons[behavior] });
    } else if (behavior.kind === "left-out") {
      tallies.push({ kind, calls, leftOut: behavior.because });
    } else {
      tallies.push({ kind, calls });
      for (const { remark: found, call } of behavior.found) {
        ledger.add({ remark: found, probe: kind, input: call?.input, isExample: false });
      }
    }
  }
  return tallies;
}

const reasons = {
  gone: "the server became unreachable",
  spent: "the time ran out",
} as const;

/** Limits from S3-25. A slow tool is limited only by the call timeout. */
const limitsMs: Readonly<Partial<Record<ResponseTime, number>>> = { fast: 100, medium: 1_000 };

/** Load on the machine must not make a tool look slow. */
const tolerance = 1.5;
const measures = 5;
const maxInputs = 2;

/**
 * Checks that a tool answers within its time class. Only the fastest of several answers to the same
 * input counts.
 */
const timeProbe: BehaviorProbe = {
  kind: "time",
  run: async ({ tool: { contract }, deps, results }) => {
    const { responseTime } = contract.terms;
    const limit = responseTime === undefined ? undefined : limitsMs[responseTime];
    if (limit === undefined) return leftOut("the contract promises no time");
    const answered = successes(results);
    if (answered.length === 0) return leftOut("no call succeeded");
    const suspects = answered.filter(({ answer }) => answer.ms > limit * tolerance);
    for (const { planned } of suspects.slice(0, maxInputs)) {
      const call = { name: contract.name, input: planned.input };
      const quickest = await quickestOf(call, deps);
      if (quickest <= limit * tolerance) continue;
      const expected = `an answer within ${limit} ms, as ${responseTime} promises`;
      const got = `more than ${limit * tolerance} ms, ${measures} times out of ${measures}`;
      return done({ call, remark: remark("test/slow", expected, got) });
    }
    return done();
  },
};

/** Returns the shortest response time, minus the round-trip time. */
async function quickestOf(call: ProbeCall, { subject, budget }: ProbeDeps): Promise<number> {
  let quickest = Number.POSITIVE_INFINITY;
  for (let index = 0; index < measures; index += 1) {
    const way = (await subject.ping(budget.patienceMs)) ?? 0;
    const answer = await subject.call(call);
    quickest = Math.min(quickest, answer.ms - way);
  }
  return quickest;
}

/** A faster answer cannot be canceled before it is sent. */
const minMs = 200;
/** Canceling at this fraction of the usual time leaves most of the work undone. */
const leaveAfter = 0.25;
const slackMs = 300;
const rounds = 2;

/** Checks that a server neither answers a canceled call nor blocks other requests. */
const cancelProbe: BehaviorProbe = {
  kind: "cancel",
  run: async ({ tool: { contract }, deps, results }) => {
    const answered = successes(results);
    if (answered.length === 0) return leftOut("no call succeeded");
    const long = answered.find(({ answer }) => answer.ms >= minMs);
    if (long === undefined) return leftOut("every answer came too soon to be cancelled");
    const call = { name: contract.name, input: long.planned.input };
    const got = await whatCame(call, long.answer.ms, deps);
    if (got === undefined) return done();
    const expected = "no answer to a call that was cancelled, and answers to all others";
    return done({ call, remark: remark("test/cancel-ignored", expected, got) });
  },
};

/** Returns the server's violation if it occurs in every round. */
async function whatCame(
  call: ProbeCall,
  expectedMs: number,
  { subject }: ProbeDeps,
): Promise<string | undefined> {
  let got: string | undefined;
  for (let round = 0; round < rounds; round += 1) {
    const cancellation = { afterMs: expectedMs * leaveAfter, watchMs: expectedMs * 1.5 + slackMs };
    const outcome = await subject.cancel(call, cancellation);
    if (outcome === "quiet") return undefined;
    got = wordings[outcome];
  }
  return got;
}

const wordings = {
  "answered-late": "the whole answer all the same",
  "no-ping": "no answer to the next request",
} as const;

const behaviorProbes: readonly BehaviorProbe[] = [
  repeatProbe,
  observeProbe,
  timeProbe,
  cancelProbe,
  confidenceProbe,
];
