import { orGone } from "../keeper.ts";
import type { Ledger } from "../ledger.ts";
import type { ProbeTally } from "../report.ts";
import { orSpent, whileTimeIsLeft } from "../time-spent.ts";
import { cancelProbe } from "./cancel.ts";
import type { ConductProbe, ConductScene } from "./conduct.ts";
import { confidenceProbe } from "./confidence.ts";
import { observeProbe } from "./observe.ts";
import { repeatProbe } from "./repeat.ts";
import { timeProbe } from "./time.ts";

const conductProbes: readonly ConductProbe[] = [
  repeatProbe,
  observeProbe,
  timeProbe,
  cancelProbe,
  confidenceProbe,
];

/** Runs all probes that need several calls. */
export async function probeConduct(
  scene: ConductScene,
  ledger: Ledger,
): Promise<readonly ProbeTally[]> {
  const { setting } = scene;
  const { subject } = setting;
  const hurried = { ...scene, setting: { ...setting, subject: whileTimeIsLeft(setting) } };
  const tallies: ProbeTally[] = [];
  for (const { kind, run } of conductProbes) {
    const before = subject.calls();
    const conduct = setting.isTimeLeft() ? await orSpent(orGone(run(hurried))) : "spent";
    const calls = subject.calls() - before;
    if (conduct === "gone" || conduct === "spent") {
      tallies.push({ kind, calls, leftOut: reasons[conduct] });
    } else if (conduct.kind === "left-out") {
      tallies.push({ kind, calls, leftOut: conduct.because });
    } else {
      tallies.push({ kind, calls });
      for (const { remark, call } of conduct.found) {
        ledger.add({ remark, probe: kind, ...(call && { input: call.input }), isExample: false });
      }
    }
  }
  return tallies;
}

const reasons = {
  gone: "the server could not be reached any more",
  spent: "the time was spent",
} as const;
