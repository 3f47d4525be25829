import type { Evidence, Run } from "./evidence.ts";
import type { Judgement } from "./report.ts";

/** One point of the checklist: a requirement and the judgement of the evidence. */
export interface Point {
  readonly requirement: string;
  readonly title: string;
  readonly judge: (evidence: Evidence) => Judgement;
}

export function passed(detail: string): Judgement {
  return { verdict: "passed", detail };
}

export function failed(detail: string): Judgement {
  return { verdict: "failed", detail };
}

export function warning(detail: string): Judgement {
  return { verdict: "warning", detail };
}

export function notApplicable(detail: string): Judgement {
  return { verdict: "not-applicable", detail };
}

/** Returns every call that the tool should have answered. */
export function validRuns({ examples, samples, again }: Evidence): readonly Run[] {
  return [...examples, ...samples, ...again];
}

export function allRuns(evidence: Evidence): readonly Run[] {
  return [...validRuns(evidence), ...evidence.invalid];
}

/** Fails on the first bad call and names it. */
export function judgeRuns<Each extends Run>(
  runs: readonly Each[],
  isRight: (run: Each) => boolean,
): Judgement {
  if (runs.length === 0) return failed("There was no call to judge by; give an example.");
  const wrong = runs.filter((run) => !isRight(run)).map(({ label }) => label);
  const [first] = wrong;
  if (first === undefined) return passed(`In ${runs.length} of ${runs.length} calls.`);
  return failed(`Not in ${wrong.length} of ${runs.length} calls, first in "${first}".`);
}

/** Judges the findings of the rules that serve these requirements. */
export function judgeFindings({ findings }: Evidence, requirements: readonly string[]): Judgement {
  const found = findings.filter((finding) =>
    finding.requirements.some((requirement) => requirements.includes(requirement)),
  );
  const worst = found.find(({ severity }) => severity === "error") ?? found[0];
  if (worst === undefined) return passed("No rule objects.");
  const detail = `${worst.message} (${worst.rule})`;
  return worst.severity === "error" ? failed(detail) : warning(detail);
}

/** Returns the first judgement that is not a pass, or the last one. */
export function together(first: Judgement, ...rest: readonly Judgement[]): Judgement {
  const all = [first, ...rest];
  return (
    all.find(({ verdict }) => verdict === "failed") ??
    all.find(({ verdict }) => verdict === "warning") ??
    rest.at(-1) ??
    first
  );
}
