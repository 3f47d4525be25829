import { candidatesFor } from "./candidate.ts";
import { fill } from "./fill.ts";
import type { Question } from "./mention.ts";
import type { PreparedTool } from "./prepared-tool.ts";
import { requestStems, topicsOf } from "./words.ts";

/**
 * Scores from 0 to 1 how well a tool fits a question, regardless of other tools. The score is the
 * mean of four shares. Three count shared words: of the question, of the name and of the
 * description. The fourth is how well values and required parameters match.
 */
export function fitOf(question: Question, tool: PreparedTool): number {
  const asked = new Set(topicsOf(topicOf(question)));
  // A name is usually a value, absent from descriptions.
  const names = stemsOfMentions(question);
  const about = new Set([...asked].filter((stem) => !names.has(stem)));
  return (
    (shareOf(about, tool.known) +
      shareOf(tool.nameTopics, asked) +
      shareOf(tool.descriptionTopics, asked) +
      metShare(question, tool)) /
    4
  );
}

/** Returns the question without numbers, dates and lists: measures are no topic. */
export function topicOf({ text, tokens, mentions }: Question): string {
  const parts: string[] = [];
  let from = 0;
  for (const { kind, first, last } of mentions) {
    if (kind === "text") continue;
    parts.push(text.slice(from, tokens[first]?.start));
    from = tokens[last]?.end ?? from;
  }
  return [...parts, text.slice(from)].join(" ");
}

function stemsOfMentions({ tokens, mentions }: Question): ReadonlySet<string> {
  return new Set(
    mentions.flatMap(({ first, last }) =>
      tokens.slice(first, last + 1).flatMap(({ stems }) => stems),
    ),
  );
}

/**
 * Returns the share of one set that the other has. Request words count little: every question has
 * them.
 */
function shareOf(some: ReadonlySet<string>, others: ReadonlySet<string>): number {
  let all = 0;
  let shared = 0;
  for (const stem of some) {
    const weight = requestStems.has(stem) ? 0.3 : 1;
    all += weight;
    if (others.has(stem)) shared += weight;
  }
  return all === 0 ? 0 : shared / all;
}

/**
 * A filled parameter counts fully, one with only a value of its type counts half. Unused values
 * count against the tool.
 */
function metShare(question: Question, tool: PreparedTool): number {
  const required = tool.parameters.filter(({ isRequired }) => isRequired);
  if (required.length === 0) return 0.5;
  const { missing, unused } = fill(question, tool);
  const points = required.map((parameter) => {
    if (!missing.includes(parameter.name)) return 1;
    return candidatesFor(question, parameter).length > 0 ? 0.5 : 0;
  });
  return points.reduce((sum: number, point) => sum + point, 0) / (required.length + unused.length);
}
