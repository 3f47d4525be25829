import { orGone } from "../keeper.ts";
import type { Ledger } from "../ledger.ts";
import type { ProbeTally } from "../report.ts";
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

/** Tries everything that shows only over several calls. */
export async function probeConduct(
  scene: ConductScene,
  ledger: Ledger,
): Promise<readonly ProbeTally[]> {
  const { subject, isTimeLeft } = scene.setting;
  const tallies: ProbeTally[] = [];
  for (const { kind, run } of conductProbes) {
    const before = subject.calls();
    const conduct = isTimeLeft() ? await orGone(run(scene)) : outOfTime;
    const calls = subject.calls() - before;
    if (conduct === "gone") {
      tallies.push({ kind, calls, leftOut: "the server could not be reached any more" });
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

const outOfTime = { kind: "left-out", because: "the time was spent" } as const;
