import type { LoadIndexTools } from "@toolcourt/gateway/internal/search/index-tools";

/**
 * Loads the built-in ranking for `discovery: search` of an embedded gateway. It needs no model.
 *
 * @example
 * ```ts
 * import { openGateway } from "@toolcourt/gateway";
 * await using gateway = await openGateway({ folder: ".", indexTools: loadIndexTools });
 * const search = { tool: "search_tools", arguments: { query: "send a mail" } };
 * const found = await gateway.callTool(search);
 * ```
 */
export const loadIndexTools: LoadIndexTools = async () => {
  const { createSearch } = await import("../planner/search-tools.ts");
  // Reads the word table now: the first search would block the event loop longer.
  createSearch([])(warmUp, 1);
  return createSearch;
};

/** Has an unknown word, for which all words are indexed by their ends. */
const warmUp = "serch for a tool";
