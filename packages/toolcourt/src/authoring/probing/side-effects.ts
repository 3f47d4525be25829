import type { Expectation } from "./expectation.ts";
import type { Ledger } from "./ledger.ts";
import type { ProbeCall, ProbeDeps } from "./probe-context.ts";
import type { Remark } from "./remark.ts";
import { orGone } from "./server-connection.ts";
import { strayRemarks } from "./strays.ts";
import type { Subject } from "./subject.ts";

/** A server that crashes after its answer is as unusable as one without an answer. */
const lateCrash: Remark = {
  rule: "test/crash",
  key: "test/crash",
  expected: "a server that goes on",
  got: "an answer, and then the connection ended",
};

interface SideEffect {
  readonly remark: Remark;
  readonly call: ProbeCall;
}

/**
 * Takes crashes and stray messages since the last take, with the calls of the tool that caused
 * them.
 */
export function takeSideEffects(tool: string, subject: Subject): readonly SideEffect[] {
  const ended = subject.takeLateCrash();
  return [
    ...(ended === undefined ? [] : [{ remark: lateCrash, call: ended }]),
    ...subject
      .takeStrays(tool)
      .flatMap(({ stray, call }) => (call ? [{ remark: strayRemarks[stray], call }] : [])),
  ];
}

const shownLate: ReadonlySet<Remark> = new Set([lateCrash, ...Object.values(strayRemarks)]);

/** Tells whether a remark becomes visible only a moment after the answer. */
export function isShownLate(remark: Remark): boolean {
  return shownLate.has(remark);
}

interface Noting {
  readonly tool: string;
  readonly deps: ProbeDeps;
  readonly expectation: Expectation;
}

export function noteSideEffects(ledger: Ledger, { tool, deps, expectation }: Noting): void {
  for (const { remark, call } of takeSideEffects(tool, deps.subject)) {
    ledger.add({ remark, probe: "valid", input: call.input, expectation, isExample: false });
  }
}

/** Waits for late effects of the last call before the test of a tool ends. */
export async function noticeEnd(tool: string, ledger: Ledger, deps: ProbeDeps): Promise<void> {
  await orGone(deps.subject.linger(deps.budget.patienceMs));
  noteSideEffects(ledger, { tool, deps, expectation: { kind: "either" } });
}
