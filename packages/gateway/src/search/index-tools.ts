import type { JsonSchema } from "@toolcourt/sdk";

/** The parts of a tool that a ranking may read. Written by the tool's author: untrusted text. */
export interface SearchableTool {
  readonly name: string;
  /** The name of its server in the configuration, or `local`. */
  readonly server: string;
  readonly description: string;
  readonly input: JsonSchema;
  readonly tags: readonly string[];
  readonly examples: readonly { readonly description: string }[];
}

/** Returns the positions of the best tools for a request in plain words, best first. */
export type FindTools = (request: string, max: number) => readonly number[];

/** Indexes a list of tools. Called once a list, not once a search. */
export type IndexTools = (tools: readonly SearchableTool[]) => FindTools;

/** Loads the ranking. Called once at the start, and only if `discovery: search` is on. */
export type LoadIndexTools = () => Promise<IndexTools>;
