import type { Effect, JsonSchema } from "@toolcourt/sdk";
import { type Parameter, parametersOf } from "./parameters.ts";
import { topicsOf } from "./words.ts";

/** What a planner reads of a tool. */
export interface PlannableTool {
  readonly name: string;
  readonly description: string;
  readonly input: JsonSchema;
  readonly effect?: Effect;
  readonly tags?: readonly string[];
  readonly examples?: readonly { readonly description: string }[];
}

/** What a tool says of itself, as far as anybody reads it. */
export interface Said {
  readonly name: string;
  readonly description: string;
  readonly tags: string;
  readonly examples: string;
}

/** A tool with everything about it that does not depend on a question. */
export interface PreparedTool<Tool extends PlannableTool = PlannableTool> {
  readonly tool: Tool;
  readonly said: Said;
  readonly parameters: readonly Parameter[];
  readonly nameTopics: ReadonlySet<string>;
  readonly descriptionTopics: ReadonlySet<string>;
  /** Of its name and its description: what is said to choose the tool. */
  readonly topics: ReadonlySet<string>;
  /** The topics with the cues and hints of the parameters. */
  readonly words: ReadonlySet<string>;
  /** Every stem that the tool has anywhere. */
  readonly known: ReadonlySet<string>;
}

/** A stranger's texts may be as long as they like; what comes after this says no more about the tool. */
const longestName = 200;
const longestText = 8_000;

function saidBy({ name, description, tags = [], examples = [] }: PlannableTool): Said {
  return {
    name: name.slice(0, longestName),
    description: description.slice(0, longestText),
    tags: tags.join(" ").slice(0, longestText),
    examples: examples
      .map((example) => example.description)
      .join(" ")
      .slice(0, longestText),
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
