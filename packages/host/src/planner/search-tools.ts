import { shippedMeanings } from "./meanings.ts";
import { type PlannableTool, prepareTool } from "./prepared-tool.ts";
import { createRank } from "./rank.ts";
import { takeApart } from "./take-apart.ts";

/** A tool with its server: the product that a person names is often only there. */
export interface SearchedTool extends PlannableTool {
  readonly server: string;
}

/** Returns the positions of the best tools for a request, best first. */
export type Search = (request: string, max: number) => readonly number[];

/** Indexes tools for searches. The built-in planner's ranking orders them. */
export function createSearch(tools: readonly SearchedTool[]): Search {
  const prepared = tools.map(({ server, ...tool }) =>
    prepareTool({ ...tool, name: `${server} ${tool.name}` }),
  );
  const places = new Map(prepared.map((each, at) => [each, at]));
  const rank = createRank(prepared, shippedMeanings());
  return (request, max) =>
    rank(takeApart(request), max).flatMap((ranked) => {
      const at = places.get(ranked.prepared);
      return at === undefined ? [] : [at];
    });
}
