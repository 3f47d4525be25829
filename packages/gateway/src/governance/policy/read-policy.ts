import { createHash } from "node:crypto";
import { YamlText } from "@toolcourt/contracts/internal/documents/document";
import {
  hasEnd,
  noEnd,
  type Problem,
  schemaProblems,
} from "@toolcourt/contracts/internal/documents/problems";
import { pathText } from "@toolcourt/contracts/internal/documents/wording";
import { Policy } from "./policy.ts";
import { relationProblems } from "./relations.ts";
import { policySchema } from "./schema.ts";

export type PolicyReading =
  | { readonly kind: "policy"; readonly policy: Policy }
  | {
      readonly kind: "invalid";
      /** All mistakes at once, one line each, with their position. */
      readonly problems: readonly string[];
      /** The same in parts, in file order. */
      readonly mistakes: readonly Mistake[];
    };

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
  const yaml = new YamlText(text);
  const flaws: readonly Mistake[] = hasEnd(text) ? yaml.flaws : [...yaml.flaws, missingEnd(text)];
  if (yaml.value === undefined) return invalid(file, flaws);
  const parsed = policySchema.safeParse(yaml.value);
  const mistakes = [
    ...schemaProblems(policySchema, parsed.error?.issues ?? []),
    ...relationProblems(yaml.value),
  ].map((problem) => placed(problem, yaml));
  const all = [...flaws, ...mistakes];
  if (!parsed.success || all.length > 0) return invalid(file, all);
  return { kind: "policy", policy: new Policy(parsed.data, versionOf(text)) };
}

/** Returns the version of a text: the same digest as `sha256sum` gives for its file. */
export function versionOf(text: string): string {
  return `sha256:${createHash("sha256").update(text).digest("hex")}`;
}

function missingEnd(text: string): Mistake {
  return { line: text.split("\n").length, column: 1, message: noEnd };
}

function invalid(file: string, mistakes: readonly Mistake[]): PolicyReading {
  return { kind: "invalid", problems: linesOf(file, mistakes), mistakes: inOrder(mistakes) };
}

/** A mistake and its position, counted from 1. */
export interface Mistake {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

export function placed({ path, part, message }: Problem, yaml: YamlText): Mistake {
  const text = path.length === 0 ? message : `${pathText(path)}: ${message}`;
  return { ...yaml.positionOf(path, part), message: text };
}

/** Formats one line per mistake, in file order. */
export function linesOf(file: string, mistakes: readonly Mistake[]): readonly string[] {
  const lines = inOrder(mistakes).map(
    ({ line, column, message }) => `${file}:${line}:${column} ${message}`,
  );
  return [...new Set(lines)];
}

function inOrder(mistakes: readonly Mistake[]): readonly Mistake[] {
  return mistakes.toSorted((a, b) => a.line - b.line || a.column - b.column);
}
