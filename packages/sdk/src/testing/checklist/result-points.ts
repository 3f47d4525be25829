import { type AgentHints, agentHintsSchema } from "../../result/hints.ts";
import {
  resultMetadataSchema,
  type ToolResult,
  toolResultSchema,
} from "../../result/tool-result.ts";
import type { Evidence } from "./evidence.ts";
import {
  allRuns,
  type Judgement,
  judgeRuns,
  notApplicable,
  type Point,
  passed,
  together,
  validRuns,
  warning,
} from "./report.ts";

/** Checklist points about every answer, success or failure. */
export const resultPoints: readonly Point[] = [
  {
    requirement: "S3-128",
    title: "Handler returns the ToolResult structure",
    judge: (evidence) => {
      const schema = toolResultSchema(evidence.tool.result);
      return together(
        judgeRuns(allRuns(evidence), ({ result }) => schema.safeParse(result).success),
        judgeRuns(validRuns(evidence), ({ result }) => result.error === undefined),
      );
    },
  },
  {
    requirement: "S3-129",
    title: "Agent hints always included",
    judge: (evidence) =>
      judgeRuns(
        allRuns(evidence),
        ({ result }) =>
          agentHintsSchema.safeParse(result.agentHints).success &&
          result.error?.code !== "hints-invalid",
      ),
  },
  { requirement: "S3-130", title: "Confidence calculated", judge: judgeConfidence },
  hasHint("S3-131", "sourceQuality"),
  hasHint("S3-132", "validityPeriod"),
  hasHint("S3-133", "contextNeeded"),
  hasHint("S3-134", "assumptions"),
  hasHint("S3-135", "riskFactors"),
  hasHint("S3-136", "dependencies"),
  hasHint("S3-137", "estimatedImpact"),
  hasHint("S3-138", "preferenceAlignment"),
  {
    requirement: "S3-139",
    title: "Reasoning included",
    judge: (evidence) => {
      const judged = judgeRuns(
        validRuns(evidence),
        ({ result }) => result.agentHints.reasoning !== undefined,
      );
      return judged.verdict === "failed" ? warning(judged.detail) : judged;
    },
  },
  {
    requirement: "S3-140",
    title: "All metadata populated",
    judge: (evidence) =>
      judgeRuns(
        allRuns(evidence),
        ({ result: { metadata } }) =>
          resultMetadataSchema.required().safeParse(metadata).success &&
          metadata.toolVersion === evidence.tool.version,
      ),
  },
];

function hasHint(requirement: string, field: keyof AgentHints): Point {
  const schema = agentHintsSchema.shape[field];
  return {
    requirement,
    title: `${field} specified`,
    judge: (evidence) =>
      judgeRuns(
        allRuns(evidence),
        ({ result }) =>
          schema.safeParse(result.agentHints[field]).success && !wasRefused(field, result),
      ),
  };
}

// Invalid hints are replaced by complete hints of the failure, which name the missing part.
function wasRefused(field: string, { error, agentHints: { warnings = [] } }: ToolResult): boolean {
  const starts = [`/${field}`, "/: Expected an object"];
  return (
    error?.code === "hints-invalid" &&
    warnings.some(({ message }) => starts.some((start) => message.startsWith(start)))
  );
}

// The origin of a number is not observable from outside, so a constant is only a warning.
function judgeConfidence(evidence: Evidence): Judgement {
  const answers = validRuns(evidence).filter(({ result }) => result.error === undefined);
  const different = new Set(answers.map(({ result }) => JSON.stringify(result.data))).size;
  if (different < 2) return notApplicable("It takes two different results; give more samples.");
  const values = new Set(answers.map(({ result }) => result.agentHints.confidence));
  return values.size > 1
    ? passed(`${values.size} values over ${different} different results.`)
    : warning(`The same value over ${different} different results; compute it from signals.`);
}
