import type { Finding } from "@toolcourt/sdk/rules";

/** The rules that keep a tool from being called, once each. */
export function brokenRules(findings: readonly Finding[]): readonly string[] {
  const errors = findings.filter(({ severity }) => severity === "error");
  return [...new Set(errors.map(({ rule }) => rule))];
}
