import { candidatesFor } from "./candidate.ts";
import { requestWords } from "./closed-class.ts";
import { fill } from "./fill.ts";
import type { Question } from "./mention.ts";
import type { PreparedTool } from "./prepared-tool.ts";
import { stemOf, topicsOf } from "./words.ts";

/**
 * How well a tool fits a question, between 0 and 1 and whatever other tools there are: the mean of how
 * much of the question the tool has words for, how much of its name and of its description the
 * question has, and how far the values in the question and the required parameters meet.
 */
export function fitOf(question: Question, tool: PreparedTool): number {
  const asked = new Set(topicsOf(topicOf(question)));
  // A name is a value as a rule, and no description has it.
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

/** A question without its numbers, days and lists: a measure is not what it is about. */
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

const requestStems = new Set([...requestWords].map((word) => stemOf(word)));

/** How much of the one set the other has. Words of asking count for little: every question has them. */
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

/** A parameter that is filled counts whole, one for which there is only something of its type counts half; values that nothing takes speak against the tool. */
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
