import type { ResponseTime } from "../../contract/contract.ts";
import type { Evidence } from "./evidence.ts";
import {
  failed,
  type Judgement,
  judgeFindings,
  judgeRuns,
  notApplicable,
  type Point,
  passed,
  together,
  validRuns,
  warning,
} from "./report.ts";

/** Checklist points decided by the definition alone, before any call. */
export const definitionPoints: readonly Point[] = [
  byRules("S3-117", "Unique name in kebab-case", ["S3-3", "S3-4", "S3-5"]),
  byRules("S3-118", "Clear and complete description", ["S3-7", "S3-8", "S3-9", "S3-10"]),
  {
    requirement: "S3-119",
    title: "All parameters validated with Zod",
    judge: (evidence) =>
      together(
        judgeFindings(evidence, ["S3-119", "S3-14", "S3-15", "S3-16", "S3-17", "S3-18"]),
        judgeRuns(evidence.invalid, ({ result }) => result.error?.code === "input-invalid"),
      ),
  },
  byRules("S3-120", "Permissions defined", ["S3-11", "S3-12", "S3-13"]),
  byRules("S3-121", "Category specified", ["S3-24"]),
  { requirement: "S3-122", title: "Response time specified", judge: judgeResponseTime },
  byRules("S3-123", "Cacheable set correctly", ["S3-26", "S3-108"]),
  {
    requirement: "S3-124",
    title: "Cache TTL set if cacheable",
    judge: (evidence) =>
      evidence.tool.contract.terms.cacheable === true
        ? judgeFindings(evidence, ["S3-124", "S3-27"])
        : notApplicable("The tool is not cacheable."),
  },
  { requirement: "S3-125", title: "Idempotent set correctly", judge: judgeIdempotent },
  byRules("S3-126", "At least one example", ["S3-29", "S3-116"]),
  byRules("S3-127", "At least one tag", ["S3-30"]),
];

function byRules(requirement: string, title: string, served: readonly string[]): Point {
  return {
    requirement,
    title,
    judge: (evidence) => judgeFindings(evidence, [requirement, ...served]),
  };
}

/** Milliseconds. */
const maxMs: Readonly<Record<ResponseTime, number>> = {
  fast: 100,
  medium: 1_000,
  slow: Number.POSITIVE_INFINITY,
};

function judgeResponseTime(evidence: Evidence): Judgement {
  const { responseTime } = evidence.tool.contract.terms;
  if (responseTime === undefined) return failed("There is none.");
  const times = validRuns(evidence).map(({ result }) => result.metadata.executionTime);
  const slowest = Math.max(0, ...times);
  const measured = `The slowest call took ${slowest.toFixed(1)} ms.`;
  return slowest <= maxMs[responseTime]
    ? passed(`${responseTime}. ${measured}`)
    : warning(`${measured} That is not ${responseTime}.`);
}

function judgeIdempotent(evidence: Evidence): Judgement {
  const { again, tool } = evidence;
  const byRule = judgeFindings(evidence, ["S3-125", "S3-20", "S3-28"]);
  if (tool.contract.effect !== "read" || tool.contract.terms.idempotent !== true) return byRule;
  const differing = again.find(({ asBefore }) => !asBefore);
  return together(
    byRule,
    differing === undefined
      ? passed(`${again.length} repeated calls gave the same data.`)
      : failed(`"${differing.label}" gave other data; mark members that vary with x-volatile.`),
  );
}
