import type { z } from "zod";
import { nearest } from "../kernel/nearest.ts";
import { keysOf, schemaAt } from "./keys.ts";
import { didYouMean, type Path } from "./wording.ts";

/** A mistake: its path, and a message with the fix. */
export interface Problem {
  readonly path: Path;
  /** Whether the key or its value is wrong. */
  readonly part: "key" | "value";
  readonly message: string;
}

/** Converts schema issues to problems in our own words. */
export function schemaProblems(schema: z.ZodType, issues: readonly z.core.$ZodIssue[]): Problem[] {
  return issues.flatMap(issuesOfMap).flatMap((issue): Problem[] => {
    const path = issue.path.map((part) => (typeof part === "symbol" ? String(part) : part));
    if (issue.code !== "unrecognized_keys") {
      return [{ path, part: "value", message: issue.message }];
    }
    const known = keysOf(schemaAt(schema, path)) ?? [];
    return issue.keys.map((key) => ({
      path: [...path, key],
      part: "key",
      message: unknownKey(key, known),
    }));
  });
}

/**
 * Returns the issues inside a map, if a map was given where a short form is allowed too. Of several
 * kinds of maps, none is known to be the one that was meant.
 */
function issuesOfMap(issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] {
  if (issue.code !== "invalid_union") return [issue];
  const [inside, another] = issue.errors.filter((form) =>
    form.every(({ code, path }) => path.length > 0 || code === "unrecognized_keys"),
  );
  if (inside === undefined || another !== undefined) return [issue];
  return inside.map((each) => ({ ...each, path: [...issue.path, ...each.path] }));
}

export function unknownKey(key: string, known: readonly string[]): string {
  const guess = nearest(key, known);
  if (guess !== undefined) return `There is no such key.${didYouMean(guess)}`;
  // A value of several forms has no list of keys.
  if (known.length === 0) return "There is no such key.";
  return `There is no such key. The keys here are ${known.join(", ")}.`;
}

/**
 * Reports whether a text ends with YAML's end marker. A truncated text can look complete and mean
 * something else: a statement without its condition, a key without its tenant.
 */
export function hasEnd(text: string): boolean {
  return /(^|\n)\.\.\.\s*$/.test(text);
}

export const noEnd = "The end is missing: write ... on the last line.";
