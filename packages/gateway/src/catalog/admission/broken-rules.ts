import type { Finding } from "@toolcourt/sdk/rules";

/** Returns the distinct rules that keep a tool from being called. */
export function brokenRules(findings: readonly Finding[]): readonly string[] {
  const errors = findings.filter(({ severity }) => severity === "error");
  return [...new Set(errors.map(({ rule }) => rule))];
}
