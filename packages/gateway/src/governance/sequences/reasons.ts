import type { Reason } from "../../pipeline/judged.ts";
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
  const head = { statement: finding.statement, because: finding.because };
  if (finding.because === "origin") {
    const { pointer, role, origin, seen } = finding;
    return { ...head, pointer, role, origin, ...(seen && { seen: seenIn(seen) }) };
  }
  const what = whats[finding.because](finding);
  return what === undefined ? head : { ...head, what };
}

function seenIn({
  tool,
  pointer,
  call,
}: NonNullable<Extract<Finding, { because: "origin" }>["seen"]>): NonNullable<Reason["seen"]> {
  return { tool, pointer, call };
}

type Other = Exclude<Finding, { because: "origin" }>;

const whats: { readonly [Because in Other["because"]]: (finding: Other) => string | undefined } = {
  label: (finding) => ("label" in finding ? finding.label : undefined),
  total: atMostOf,
  count: atMostOf,
  "not-equal": (finding) =>
    `${fieldOf(finding)} differs from the last result of ${toolOf(finding)}`,
  "not-after": (finding) =>
    `${toolOf(finding)} has not been called before with the same ${fieldOf(finding)}`,
  "too-late": (finding) => `the call of ${toolOf(finding)} was too long ago`,
  "came-after": (finding) => `${toolOf(finding)} was called before`,
  attended: () => undefined,
  failed: () => undefined,
};

function atMostOf(finding: Other): string | undefined {
  return "atMost" in finding ? String(finding.atMost) : undefined;
}

function fieldOf(finding: Other): string {
  return "field" in finding ? finding.field : "a field";
}

function toolOf(finding: Other): string {
  return "tool" in finding ? finding.tool : "a tool";
}
