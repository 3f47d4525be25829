import type { JsonValue, ToolContract } from "@toolcourt/sdk";
import type { ToolChange, ToolDifference } from "../comparison/compare-tools.ts";
import type { Drift } from "../drift/classify.ts";
import type { Phrase } from "./phrase.ts";
import type { DiffRuleId } from "./rules.ts";

/** What became of a tool. */
export type Fate = ToolDifference | "added" | "removed";

/** One tool before, after, or both. */
export interface Pair {
  readonly before?: ToolContract;
  readonly after?: ToolContract;
}

/** One change in words. */
export interface RevisedPart {
  readonly kind: ToolChange["kind"];
  /** Where it stands in the tool object, as a JSON Pointer. */
  readonly pointer: string;
  /** Whose place that is: an output breaks by what the earlier version refused. */
  readonly version: "old" | "new";
  readonly message: Phrase;
  /** An input that was valid and is not, or an output that was not valid and is. */
  readonly witness?: { readonly side: "input" | "output"; readonly value: JsonValue };
}

export interface RevisionFinding {
  readonly rule: DiffRuleId;
  readonly severity: "error" | "warning";
  readonly requirements: readonly string[];
  readonly message: Phrase;
}

export interface RevisedTool {
  readonly server: string;
  readonly name: string;
  readonly fate: Fate;
  readonly parts: readonly RevisedPart[];
  readonly findings: readonly RevisionFinding[];
  /** What a lock makes of the change. Absent for a tool that is only on one side. */
  readonly drift?: Drift;
}

/** Two tools that are probably one. */
export interface Rename {
  readonly server: string;
  readonly from: string;
  readonly to: string;
}

/** What became of a list of tools. */
export interface Revision {
  /** The most serious first. */
  readonly tools: readonly RevisedTool[];
  readonly renames: readonly Rename[];
}

const serious: ReadonlySet<Fate> = new Set(["breaking", "widening", "unproven"]);

/** Whether somebody has to look at it before it is let through. */
export function isSerious({ fate, findings }: RevisedTool): boolean {
  return serious.has(fate) || findings.some(({ severity }) => severity === "error");
}
