import type { Facts } from "./facts.ts";
import type { Named } from "./named.ts";
import { runsOf } from "./runs.ts";

/**
 * Returns whether a name is assembled from parts of two, or reversed: "Ada Stone" from "Ada Berg
 * and Eve Stone".
 */
export function namesJoined(claim: Facts, evidence: Facts): boolean {
  const written = new Set([...claim.names, ...evidence.names]);
  const named = { written, leading: new Set<string>() };
  const theirs = namesIn(evidence, named);
  const pairs = namesIn(claim, named).flatMap((parts) =>
    parts.slice(1).map((right, at): readonly [string, string] => [parts[at] ?? "", right]),
  );
  return pairs.some((pair) => {
    const isSaid = theirs.some((parts) => isWithin(parts, pair));
    return !isSaid && theirs.some((parts) => isTakenFrom(parts, pair));
  });
}

function namesIn(facts: Facts, named: Named): readonly (readonly string[])[] {
  return runsOf(facts, named).flatMap(({ kind, parts }) => (kind === "name" ? [parts] : []));
}

/** Returns whether both occur in this order. Parts between them may be omitted. */
function isWithin(parts: readonly string[], [left, right]: readonly [string, string]): boolean {
  const at = parts.indexOf(left);
  return at !== -1 && parts.lastIndexOf(right) > at;
}

/**
 * Returns whether the name reverses them, continues after the left one, or begins before the right
 * one.
 */
function isTakenFrom(parts: readonly string[], [left, right]: readonly [string, string]): boolean {
  const [first, second] = [parts.indexOf(left), parts.indexOf(right)];
  if (first !== -1 && second !== -1) return second < first;
  return (first !== -1 && first < parts.length - 1) || second > 0;
}
