import type { JsonValue, ToolContract } from "@toolcourt/sdk";
import type { ToolChange, ToolDifference } from "../comparison/compare-tools.ts";
import type { Drift } from "../drift/classify.ts";
import type { Phrase } from "./phrase.ts";
import type { DiffRuleId } from "./rules.ts";

/** Outcome for a tool. */
export type Fate = ToolDifference | "added" | "removed";

/** One tool before, after, or both. */
export interface Pair {
  readonly before?: ToolContract;
  readonly after?: ToolContract;
}

/** One change in words. */
export interface RevisedPart {
  readonly kind: ToolChange["kind"];
  /** JSON Pointer into the tool object. */
  readonly pointer: string;
  /**
   * The version that the pointer refers to. A broken output points at the old one, which refused
   * the value.
   */
  readonly version: "old" | "new";
  readonly message: Phrase;
  /** An input no longer valid, or an output that was invalid before. Default: none found. */
  readonly witness?: {
    readonly side: "input" | "output";
    readonly value: JsonValue;
    /** The value is the `data` of an envelope. Default: the whole input or output. */
    readonly part?: "data";
  };
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
  /** How the lock classifies the change. Undefined for a tool on one side only. */
  readonly drift?: Drift;
}

/** Two tools that are probably the same. */
export interface Rename {
  readonly server: string;
  readonly from: string;
  readonly to: string;
}

/** Comparison of two tool lists. */
export interface Revision {
  /** Most serious first. */
  readonly tools: readonly RevisedTool[];
  readonly renames: readonly Rename[];
}

export const seriousFates: ReadonlySet<Fate> = new Set(["breaking", "widening", "unproven"]);

/** Tells whether a change needs review before it is admitted. */
export function isSerious({ fate, findings }: RevisedTool): boolean {
  return seriousFates.has(fate) || findings.some(({ severity }) => severity === "error");
}
