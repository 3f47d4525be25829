import type { JsonSchema } from "@toolcourt/sdk";
import { type Parameter, parametersOf } from "./parameters.ts";
import { topicsOf } from "./words.ts";

/** What a planner reads of a tool. */
export interface PlannableTool {
  readonly name: string;
  readonly description: string;
  readonly input: JsonSchema;
  readonly tags?: readonly string[];
  readonly examples?: readonly { readonly description: string }[];
}

/** A tool with everything about it that does not depend on a question. */
export interface PreparedTool<Tool extends PlannableTool = PlannableTool> {
  readonly tool: Tool;
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

/** A stranger's description may be as long as it likes; what comes after this says no more about the tool. */
export const longestDescription = 8_000;

export function prepareTool<Tool extends PlannableTool>(tool: Tool): PreparedTool<Tool> {
  const parameters = parametersOf(tool.input);
  const nameTopics = new Set(topicsOf(tool.name));
  const descriptionTopics = new Set(topicsOf(tool.description.slice(0, longestDescription)));
  const topics = new Set([...nameTopics, ...descriptionTopics]);
  const more = [
    ...(tool.tags ?? []),
    ...(tool.examples ?? []).map(({ description }) => description),
  ];
  const known = new Set([
    ...topics,
    ...[...more, ...parameters.flatMap(({ name, description }) => [name, description])].flatMap(
      (text) => topicsOf(text),
    ),
  ]);
  const words = new Set([
    ...topics,
    ...parameters.flatMap(({ cues, hints }) => [...cues, ...hints]),
  ]);
  return { tool, parameters, nameTopics, descriptionTopics, topics, words, known };
}
