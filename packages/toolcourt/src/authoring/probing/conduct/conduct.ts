import { isSuccess } from "../answer.ts";
import type { ProbeCall } from "../probe-call.ts";
import type { ProbeKind } from "../probe-kinds.ts";
import type { Remark } from "../remark.ts";
import type { Setting } from "../setting.ts";
import type { Shot } from "../shot.ts";
import type { ToolBench } from "../tool-bench.ts";
import type { Observer } from "./observers.ts";

/** Input of a probe that looks at more than one answer. */
export interface ConductScene {
  readonly bench: ToolBench;
  readonly setting: Setting;
  /** Every input so far, with its answer. */
  readonly shots: readonly Shot[];
  readonly observers: readonly Observer[];
}

export interface ConductRemark {
  readonly remark: Remark;
  /** Undefined if no single call shows it. */
  readonly call?: ProbeCall;
}

/** The findings of such a probe, or why it was left out. */
export type Conduct =
  | { readonly kind: "done"; readonly found: readonly ConductRemark[] }
  | { readonly kind: "left-out"; readonly because: string };

/** A probe that needs several calls. */
export interface ConductProbe {
  readonly kind: ProbeKind;
  readonly run: (scene: ConductScene) => Promise<Conduct>;
}

export function leftOut(because: string): Conduct {
  return { kind: "left-out", because };
}

export function done(...found: readonly ConductRemark[]): Conduct {
  return { kind: "done", found };
}

/** Returns the inputs with successful answers, smallest first. */
export function successes(shots: readonly Shot[]): readonly Shot[] {
  return shots.filter(
    ({ answer, planned }) => isSuccess(answer) && planned.expectation.kind !== "refuse",
  );
}
