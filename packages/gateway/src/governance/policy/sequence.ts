import { type Compilation, compileCondition } from "./condition/compile.ts";
import { sequenceVariables } from "./condition/environment.ts";
import type { PolicyPrincipal, PolicyTool } from "./question.ts";
import type { PolicyFile } from "./schema.ts";
import { concerns, isFor } from "./selectors.ts";
import type { Mode, SequenceEntry } from "./sequence-schema.ts";

/** A compiled statement about sequences. */
export interface Sequence {
  readonly entry: SequenceEntry;
  readonly mode: Mode;
  /** Default: it holds for every call. */
  readonly condition?: SequenceCondition;
}

export type SequenceCondition = Extract<Compilation, { readonly kind: "condition" }>;

type Moded = Pick<PolicyFile, "mode">;

/** Returns the mode of a statement of a file. */
export function modeOf(entry: SequenceEntry, file: Moded): Mode {
  return entry.mode ?? file.mode ?? "enforce";
}

export function compileSequence(entry: SequenceEntry, file: Moded): Sequence {
  const mode = modeOf(entry, file);
  if (entry.when === undefined) return { entry, mode };
  const condition = compileCondition(entry.when, sequenceVariables);
  if (condition.kind === "objections") throw new TypeError("a faulty condition was let through");
  return { entry, mode, condition };
}

/** What is known of a statement about a call, without the calls before it. */
export type FateWithoutHistory = "other-tool" | "other-principal" | "needs-history";

interface Selecting {
  readonly principal: PolicyPrincipal;
  readonly roles: ReadonlySet<string>;
  readonly tool: PolicyTool;
}

/** Reports whether a statement may ask about calls of a principal, or refuse them. */
export function fateWithoutHistory(
  { entry }: Sequence,
  { principal, roles, tool }: Selecting,
): FateWithoutHistory {
  if (!concerns(entry, tool)) return "other-tool";
  return isFor(entry, principal, roles) ? "needs-history" : "other-principal";
}

/** Reports whether what was done and read before decides about some calls. */
export function needHistory(sequences: readonly Sequence[], selecting: Selecting): boolean {
  return sequences.some(
    (each) => each.mode === "enforce" && fateWithoutHistory(each, selecting) === "needs-history",
  );
}
