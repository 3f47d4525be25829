import type { Expectation } from "./expectation.ts";
import { orGone } from "./keeper.ts";
import type { Ledger } from "./ledger.ts";
import type { ProbeCall } from "./probe-call.ts";
import type { Remark } from "./remark.ts";
import type { Setting } from "./setting.ts";
import { strayRemarks } from "./strays.ts";
import type { Subject } from "./subject.ts";

/** A server that crashes after its answer is as unusable as one without an answer. */
const lateCrash: Remark = {
  rule: "test/crash",
  key: "test/crash",
  expected: "a server that goes on",
  got: "an answer, and then the connection ended",
};

interface Aftermath {
  readonly remark: Remark;
  readonly call: ProbeCall;
}

/**
 * Takes crashes and stray messages since the last take, with the calls of the tool that caused
 * them.
 */
export function takeAftermath(tool: string, subject: Subject): readonly Aftermath[] {
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
  readonly setting: Setting;
  readonly expectation: Expectation;
}

export function noteAftermath(ledger: Ledger, { tool, setting, expectation }: Noting): void {
  for (const { remark, call } of takeAftermath(tool, setting.subject)) {
    ledger.add({ remark, probe: "valid", input: call.input, expectation, isExample: false });
  }
}

/** Waits for late effects of the last call before the test of a tool ends. */
export async function noticeEnd(tool: string, ledger: Ledger, setting: Setting): Promise<void> {
  await orGone(setting.subject.linger(setting.budget.patienceMs));
  noteAftermath(ledger, { tool, setting, expectation: { kind: "either" } });
}
