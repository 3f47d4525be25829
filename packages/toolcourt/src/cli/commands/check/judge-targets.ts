import { createJudge, type JudgeBench } from "@toolcourt/contracts/internal/judge/judge";
import type { CommandContext } from "../../command.ts";
import type { Judged } from "../../report.ts";
import type { Target } from "../../targets.ts";

/** Yields to the event loop after this many tools. */
const breath = 128;

/** Judges the tools in order. Can be aborted between two batches. */
export async function judgeTargets(
  targets: readonly Target[],
  bench: JudgeBench,
  { clock, signal, terminal }: CommandContext,
): Promise<readonly Judged[]> {
  const judge = createJudge(targets, bench);
  const judged: Judged[] = [];
  for (const target of targets) {
    judged.push({ ...target, ...judge(target) });
    if (judged.length % breath === 0) {
      terminal.progress(`Judged ${judged.length} of ${targets.length} tools`);
      await clock.sleep(0, signal);
    }
  }
  terminal.progress("");
  return judged;
}
