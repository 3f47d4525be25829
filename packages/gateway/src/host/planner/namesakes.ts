import type { Question } from "./mention.ts";
import type { PreparedTool } from "./prepared-tool.ts";

/** Of all the words of two tools, the share that both have from which on they are the same to a reader. */
const alike = 0.75;

/**
 * Whether two tools say the same of themselves and the question has no word that only the one has:
 * the same tool on two servers, say, where nobody said which server. A lead in rank is chance then.
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
