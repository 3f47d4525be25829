import MiniSearch from "minisearch";
import { requestWords } from "./closed-class.ts";
import { fitOf, topicOf } from "./fit.ts";
import type { Question } from "./mention.ts";
import { longestDescription, type PlannableTool, type PreparedTool } from "./prepared-tool.ts";
import { partsOf, stemOf, topicsOf } from "./words.ts";

export interface RankedTool<Tool extends PlannableTool> {
  readonly prepared: PreparedTool<Tool>;
  /** Compares tools for one question only: its words against the best of them, and its fit, count alike. */
  readonly score: number;
  /** Between 0 and 1, whatever the question and the other tools are. */
  readonly fit: number;
}

/** The likeliest tools for a question, the likeliest first. */
export type Rank<Tool extends PlannableTool> = (
  question: Question,
  most: number,
) => readonly RankedTool<Tool>[];

const fields = ["name", "description", "parameters", "tags", "examples"];
// A name is chosen to tell tools apart; a parameter is named for its own sake.
const boost = { name: 2, parameters: 0.5 };
/** So many by their words are looked at closely. */
const shortlist = 10;

/** Indexes the tools once; a question then costs about a millisecond. */
export function createRank<Tool extends PlannableTool>(
  tools: readonly PreparedTool<Tool>[],
): Rank<Tool> {
  const index = new MiniSearch({ fields, tokenize: termsOf, processTerm: (term) => term });
  index.addAll(tools.map((prepared, id) => documentOf(prepared, id)));

  return (question, most) => {
    const found = index.search(topicOf(question), {
      boost,
      boostTerm: weightOf,
      tokenize: distinctTermsOf,
    });
    const best = found[0]?.score ?? 1;
    const scores = new Map(
      found.slice(0, Math.max(most, shortlist)).map(({ id, score }) => [Number(id), score / best]),
    );
    // Where there are few tools, one that shares no word with the question may still be the one.
    if (tools.length <= shortlist)
      for (const id of tools.keys()) if (!scores.has(id)) scores.set(id, 0);
    return [...scores]
      .flatMap(([id, words]) => {
        const prepared = tools[id];
        if (prepared === undefined) return [];
        const fit = fitOf(question, prepared);
        return [{ prepared, fit, score: words + fit }];
      })
      .toSorted((a, b) => b.score - a.score)
      .slice(0, most);
  };
}

const requestStems = new Set([...requestWords].map((word) => stemOf(word)));

function weightOf(term: string): number {
  return requestStems.has(term) ? 0.5 : 1;
}

function termsOf(text: string): string[] {
  return [...topicsOf(text)];
}

/** To say a word twice is not to mean it twice. */
function distinctTermsOf(text: string): string[] {
  return [...new Set(topicsOf(text))];
}

function documentOf(
  { tool, parameters }: PreparedTool,
  id: number,
): Readonly<Record<string, string | number>> {
  const { name, description, tags = [], examples = [] } = tool;
  const words = parameters.flatMap((parameter) => [
    parameter.name,
    parameter.description,
    ...parameter.choices.map(({ value }) => value),
  ]);
  return {
    id,
    name: partsOf(name).join(" "),
    description: description.slice(0, longestDescription),
    parameters: words.join(" "),
    tags: tags.join(" "),
    examples: examples.map((example) => example.description).join(" "),
  };
}
