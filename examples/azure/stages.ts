import type { StepFailure } from "@toolcourt/workflows";
import { z } from "zod";

/** The tools of each stage. Stages and tools are called in this order. */
const stages = {
  inventory: ["list-resources"],
  cost: ["query-costs", "list-cost-advice"],
  security: ["list-assessments", "get-secure-score", "summarize-compliance"],
} as const;

export const parts = [...stages.inventory, ...stages.cost, ...stages.security] as const;

export type Part = (typeof parts)[number];

const status = z
  .enum(["complete", "partial", "denied", "failed"])
  .describe("complete, partial (something is missing), denied (access is missing) or failed");
type Status = z.output<typeof status>;

/** The part of a tool's answer that is about the discovery itself. */
export const discovered = z.object({
  discovery_id: z.string(),
  complete: z.boolean(),
  counts: z.object({ items: z.int().optional() }),
});

/** The discoveries so far, by tool. */
export const discoveries = z.partialRecord(z.enum(parts), discovered);

export type Discovered = z.output<typeof discovered>;

export const stageReport = z.object({
  stage: z.enum(["inventory", "cost", "security"]).describe("Name of the stage"),
  status,
  parts: z
    .array(
      z.object({
        tool: z.string().max(64).describe("Tool that was called"),
        status,
        discoveryId: z.string().max(64).optional().describe("Id under which its result is kept"),
        items: z.int().optional().describe("How many items were read"),
        code: z.string().max(64).optional().describe("Code of the refusal"),
        reason: z.string().max(200).optional().describe("Why it was refused, for a person"),
      }),
    )
    .max(3)
    .describe("One entry for each call"),
});

export type StageReport = z.output<typeof stageReport>;
type PartReport = StageReport["parts"][number];

/** Refusals that end only when access is granted. All others are failures. */
const denials: ReadonlySet<string> = new Set([
  "target-denied",
  "not-permitted",
  "policy-denied",
  "approval-denied",
  "connection-missing",
  "connection-expired",
  "connection-revoked",
  "connection-origin",
  "connection-scope",
  "connection-tier",
]);

/** How the call of a part ended: one of the two. */
interface Ended {
  readonly found: Discovered | undefined;
  readonly failure: StepFailure | undefined;
}

/** Reports each stage: which calls are whole, which are not, and why. */
export function reportStages(ended: (part: Part) => Ended): StageReport[] {
  return (["inventory", "cost", "security"] as const).map((stage) => {
    const reports = stages[stage].map((part) => reportPart(part, ended(part)));
    return { stage, status: statusOf(reports.map(({ status: each }) => each)), parts: reports };
  });
}

function reportPart(tool: Part, { found, failure }: Ended): PartReport {
  if (found !== undefined) {
    const { discovery_id: discoveryId, complete, counts } = found;
    return { tool, status: complete ? "complete" : "partial", discoveryId, ...counts };
  }
  const code = failure?.code ?? "";
  return {
    tool,
    status: denials.has(code) ? "denied" : "failed",
    code,
    ...(failure?.kind === "refused" && { reason: failure.message }),
  };
}

/** A stage with any result is at least partial: what was read is never lost with the rest. */
function statusOf(all: readonly Status[]): Status {
  const [first = "failed"] = all;
  if (all.every((each) => each === first)) return first;
  return all.some((each) => each === "complete" || each === "partial") ? "partial" : "failed";
}
