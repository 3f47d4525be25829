import { createHash } from "node:crypto";
import { readYaml } from "@toolcourt/contracts/internal/documents/document";
import { schemaProblems } from "@toolcourt/contracts/internal/documents/problems";
import { hasEnd, noEnd } from "@toolcourt/contracts/internal/documents/whole-text";
import { linesOf, type Mistake, placed } from "./mistakes.ts";
import { compilePolicy, type Policy } from "./policy.ts";
import { relationProblems } from "./relations.ts";
import { policySchema } from "./schema.ts";

export type PolicyReading =
  | { readonly kind: "policy"; readonly policy: Policy }
  /** All mistakes at once, one line each, with their position. */
  | { readonly kind: "invalid"; readonly problems: readonly string[] };

/** Size limit of a policy file. Larger files are refused. */
export const maxPolicyBytes = 1024 * 1024;

/**
 * Parses the text of a policy. Reports all mistakes at once.
 *
 * @example
 * ```ts
 * const reading = readPolicy("version: 1\n...\n", "policy.yaml");
 * ```
 */
export function readPolicy(text: string, file: string): PolicyReading {
  const yaml = readYaml(text);
  const flaws: Mistake[] = yaml.flaws.map(({ line, column, message }) => ({
    line,
    column,
    message,
  }));
  if (!hasEnd(text)) flaws.push(missingEnd(text));
  if (yaml.value === undefined) return { kind: "invalid", problems: linesOf(file, flaws) };
  const parsed = policySchema.safeParse(yaml.value);
  const mistakes = [
    ...schemaProblems(policySchema, parsed.error?.issues ?? []),
    ...relationProblems(yaml.value),
  ].map((problem) => placed(problem, yaml));
  const all = [...flaws, ...mistakes];
  if (!parsed.success || all.length > 0) {
    return { kind: "invalid", problems: linesOf(file, all) };
  }
  return { kind: "policy", policy: compilePolicy(parsed.data, versionOf(text)) };
}

/** Returns the version of a text: the same digest as `sha256sum` gives for its file. */
export function versionOf(text: string): string {
  return `sha256:${createHash("sha256").update(text).digest("hex")}`;
}

function missingEnd(text: string): Mistake {
  return { line: text.split("\n").length, column: 1, message: noEnd };
}
