import type { ProbeCall } from "../probe-call.ts";
import { remark } from "../remark.ts";
import type { Setting } from "../setting.ts";
import { type ConductProbe, done, leftOut, successes } from "./conduct.ts";

/** A faster answer cannot be canceled before it is sent. */
const shortestMs = 200;
/** Canceling at this fraction of the usual time leaves most of the work undone. */
const leaveAfter = 0.25;
const slackMs = 300;
const rounds = 2;

/** Checks that a server neither answers a canceled call nor blocks other requests. */
export const cancelProbe: ConductProbe = {
  kind: "cancel",
  run: async ({ bench: { contract }, setting, shots }) => {
    const answered = successes(shots);
    if (answered.length === 0) return leftOut("no call succeeded");
    const long = answered.find(({ answer }) => answer.ms >= shortestMs);
    if (long === undefined) return leftOut("every answer came too soon to be cancelled");
    const call = { name: contract.name, input: long.planned.input };
    const got = await whatCame(call, long.answer.ms, setting);
    if (got === undefined) return done();
    const expected = "no answer to a call that was cancelled, and answers to all others";
    return done({ call, remark: remark("test/cancel-ignored", expected, got) });
  },
};

/** Returns the server's violation if it occurs in every round. */
async function whatCame(
  call: ProbeCall,
  usualMs: number,
  { subject }: Setting,
): Promise<string | undefined> {
  let got: string | undefined;
  for (let round = 0; round < rounds; round += 1) {
    const leaving = { afterMs: usualMs * leaveAfter, watchMs: usualMs * 1.5 + slackMs };
    const left = await subject.leave(call, leaving);
    if (left === "quiet") return undefined;
    got = wordings[left];
  }
  return got;
}

const wordings = {
  "answered-late": "the whole answer all the same",
  "no-ping": "no answer to the next request",
} as const;
