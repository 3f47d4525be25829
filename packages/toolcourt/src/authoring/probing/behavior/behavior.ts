import { isSuccess } from "../answer.ts";
import type { PreparedTool } from "../prepare-tool.ts";
import type { ProbeCall, ProbeDeps, ProbeResult } from "../probe-context.ts";
import type { Remark } from "../remark.ts";
import type { ProbeKind } from "../report.ts";
import type { Observer } from "./observers.ts";

/** Input of a probe that looks at more than one answer. */
export interface BehaviorDeps {
  readonly tool: PreparedTool;
  readonly deps: ProbeDeps;
  /** Every input so far, with its answer. */
  readonly results: readonly ProbeResult[];
  readonly observers: readonly Observer[];
}

export interface BehaviorRemark {
  readonly remark: Remark;
  /** Undefined if no single call shows it. */
  readonly call?: ProbeCall;
}

/** The findings of such a probe, or why it was left out. */
export type BehaviorOutcome =
  | { readonly kind: "done"; readonly found: readonly BehaviorRemark[] }
  | { readonly kind: "left-out"; readonly because: string };

/** A probe that needs several calls. */
export interface BehaviorProbe {
  readonly kind: ProbeKind;
  readonly run: (scene: BehaviorDeps) => Promise<BehaviorOutcome>;
}

export function leftOut(because: string): BehaviorOutcome {
  return { kind: "left-out", because };
}

export function done(...found: readonly BehaviorRemark[]): BehaviorOutcome {
  return { kind: "done", found };
}

/** Returns the inputs with successful answers, smallest first. */
export function successes(results: readonly ProbeResult[]): readonly ProbeResult[] {
  return results.filter(
    ({ answer, planned }) => isSuccess(answer) && planned.expectation.kind !== "refuse",
  );
}
