import type { Expectation } from "./expectation.ts";
import { orGone } from "./keeper.ts";
import type { Ledger } from "./ledger.ts";
import type { ProbeCall } from "./probe-call.ts";
import type { Remark } from "./remark.ts";
import type { Setting } from "./setting.ts";
import { strayRemarks } from "./strays.ts";
import type { Subject } from "./subject.ts";

/** A server that answers and ends is as gone as one that does not answer. */
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

/** What a server did besides answering the calls of a tool, since this was last asked. */
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

/** Whether something shows only after the answer, which is a moment later. */
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

/** The last call may have done something that nobody would have noticed yet. */
export async function noticeEnd(tool: string, ledger: Ledger, setting: Setting): Promise<void> {
  await orGone(setting.subject.linger(setting.budget.patienceMs));
  noteAftermath(ledger, { tool, setting, expectation: { kind: "either" } });
}
