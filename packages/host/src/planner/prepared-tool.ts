import type { Effect, JsonSchema, ToolContract } from "@toolcourt/sdk";
import { type Parameter, parametersOf } from "./parameters.ts";
import { topicsOf } from "./words.ts";

/** The parts of a tool a planner reads. */
export interface PlannableTool {
  readonly name: string;
  readonly description: string;
  readonly input: JsonSchema;
  readonly effect?: Effect;
  readonly tags?: readonly string[];
  readonly examples?: readonly { readonly description: string }[];
}

/** A tool's own description, as far as it is read. */
interface Said {
  readonly name: string;
  readonly description: string;
  readonly tags: string;
  readonly examples: string;
}

/** A tool with everything that does not depend on a question. */
export interface PreparedTool<Tool extends PlannableTool = PlannableTool> {
  readonly tool: Tool;
  readonly said: Said;
  readonly parameters: readonly Parameter[];
  readonly nameTopics: ReadonlySet<string>;
  readonly descriptionTopics: ReadonlySet<string>;
  /** Stems of its name and description, the words that choose the tool. */
  readonly topics: ReadonlySet<string>;
  /** The topics plus the cues and hints of the parameters. */
  readonly words: ReadonlySet<string>;
  /** Every stem anywhere in the tool. */
  readonly known: ReadonlySet<string>;
}

/** Limits for upstream texts: the rest adds nothing about the tool. */
const maxNameLength = 200;
const maxTextLength = 8_000;

function saidBy({ name, description, tags = [], examples = [] }: PlannableTool): Said {
  return {
    name: name.slice(0, maxNameLength),
    description: description.slice(0, maxTextLength),
    tags: tags.join(" ").slice(0, maxTextLength),
    examples: examples
      .map((example) => example.description)
      .join(" ")
      .slice(0, maxTextLength),
  };
}

export function prepareTool<Tool extends PlannableTool>(tool: Tool): PreparedTool<Tool> {
  const parameters = parametersOf(tool.input);
  const said = saidBy(tool);
  const nameTopics = new Set(topicsOf(said.name));
  const descriptionTopics = new Set(topicsOf(said.description));
  const topics = new Set([...nameTopics, ...descriptionTopics]);
  const more = [
    said.tags,
    said.examples,
    ...parameters.flatMap(({ name, description }) => [name, description]),
  ];
  const known = new Set([...topics, ...more.flatMap((text) => topicsOf(text))]);
  const words = new Set([
    ...topics,
    ...parameters.flatMap(({ cues, hints }) => [...cues, ...hints]),
  ]);
  return { tool, said, parameters, nameTopics, descriptionTopics, topics, words, known };
}

/** Prepares a contract for a planner: its tags and examples count in the search. */
export function plannableOf(contract: ToolContract): ToolContract & PlannableTool {
  const { tags = [], examples = [] } = contract.terms;
  return { ...contract, tags, examples };
}
