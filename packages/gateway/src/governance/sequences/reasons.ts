import type { Reason } from "../../pipeline/call.ts";
import type { Finding } from "./question.ts";

/**
 * Returns what an approval binds and shows of the findings. What changes with every other call of
 * the principal, such as a sum, is left out: the same question is asked once.
 */
export function reasonsOf(findings: readonly Finding[]): readonly Reason[] {
  const reasons = findings.map(reasonOf);
  return [...new Map(reasons.map((reason) => [JSON.stringify(reason), reason])).values()];
}

function reasonOf(finding: Finding): Reason {
  const { statement, because } = finding;
  const head = { statement, because };
  if (finding.because === "origin") {
    const { pointer, role, origin, seen } = finding;
    return { ...head, pointer, role, origin, ...(seen && { seen: seenIn(seen) }) };
  }
  const what = whatOf(finding);
  return what === undefined ? head : { ...head, what };
}

function seenIn({
  tool,
  pointer,
  call,
}: NonNullable<Extract<Finding, { because: "origin" }>["seen"]>): NonNullable<Reason["seen"]> {
  return { tool, pointer, call };
}

function whatOf(finding: Exclude<Finding, { because: "origin" }>): string | undefined {
  switch (finding.because) {
    case "label":
      return finding.label;
    case "total":
    case "count":
      return String(finding.atMost);
    case "not-equal":
      return `${finding.field} differs from the last result of ${finding.tool}`;
    case "not-after":
      return `${finding.tool} has not been called before with the same ${finding.field}`;
    case "too-late":
      return `the call of ${finding.tool} was too long ago`;
    case "came-after":
      return `${finding.tool} was called before`;
    case "attended":
    case "failed":
      return undefined;
  }
}
