import type { Question } from "./mention.ts";
import type { PreparedTool } from "./prepared-tool.ts";

/** Share of common words above which two tools read as the same. */
const alike = 0.75;

/**
 * Returns whether two tools describe themselves alike and the question has no word unique to the
 * first. An example is the same tool on two servers. A lead in rank is then chance.
 */
export function areConfused(question: Question, best: PreparedTool, other: PreparedTool): boolean {
  if (shareInCommon(best.topics, other.topics) < alike) return false;
  const speaksFor = (one: PreparedTool, another: PreparedTool): boolean =>
    [...one.known].some((stem) => !another.known.has(stem) && question.stems.has(stem));
  return !speaksFor(best, other) || speaksFor(other, best);
}

function shareInCommon(some: ReadonlySet<string>, others: ReadonlySet<string>): number {
  const all = some.union(others).size;
  return all === 0 ? 1 : some.intersection(others).size / all;
}
