import type { JsonObject } from "@toolcourt/sdk";
import { own } from "@toolcourt/sdk";
import { LRUCache } from "lru-cache";
import { callToolName, searchToolName } from "../catalog/reserved-names.ts";
import type { RegisteredTool } from "../catalog/snapshot.ts";
import type { CheckedResult, IncomingCall, Principal } from "../pipeline/call.ts";
import type { CallTool } from "../pipeline/pipeline.ts";
import { isForViewsOnly } from "../protocol/view-addresses.ts";
import type { Logger } from "../telemetry/events.ts";
import { foundTools } from "./found-tools.ts";
import type { FindTools, LoadIndexTools, SearchableTool } from "./index-tools.ts";
import { ownTools, readNamedCall, readSearch } from "./own-tools.ts";

/** Indexes to keep: one for each different set of tools that callers may call. */
const maxIndexes = 16;

/** Which tools of an entrance are searched. */
export interface SearchSelection {
  /** Finds a tool by the name that the list has for it. */
  readonly toolOf: (listedName: string) => RegisteredTool | undefined;
  /** Whether a tool leaves the list. */
  readonly isSearched: (tool: RegisteredTool) => boolean;
}

/** The part of a gateway, or of an endpoint, that a search stands before. */
export interface SearchableApi {
  readonly listed: (principal: Principal) => readonly JsonObject[];
  /** The tools that a principal could call, whatever the list shows. */
  readonly callable: (principal: Principal) => readonly JsonObject[];
  readonly callTool: CallTool;
}

export interface SearchDeps {
  readonly load: LoadIndexTools;
  readonly log: Logger["log"];
}

export interface Searching extends Pick<SearchableApi, "listed" | "callTool"> {
  /** Indexes tools before the first search. Indexing blocks the event loop for a moment. */
  readonly warmUp: (tools: readonly JsonObject[]) => Promise<void>;
}

/**
 * Puts a search before an API: searched tools leave its list, and can still be called by name or by
 * `call_tool`. The same list always gives the same shorter list, so that prepared data is reused.
 */
export function withSearch(
  api: SearchableApi,
  selection: SearchSelection,
  deps: SearchDeps,
): Searching {
  const shorter = new WeakMap<readonly JsonObject[], readonly JsonObject[]>();
  const search = new Search(api, selection, deps);
  return {
    warmUp: async (tools) => {
      await search.indexOf(tools);
    },
    listed: (principal) => {
      const all = api.listed(principal);
      const known = shorter.get(all);
      if (known !== undefined) return known;
      const derived = withoutSearched(all, selection);
      shorter.set(all, derived);
      return derived;
    },
    callTool: (call, signal) => {
      // An inner call names its tool. Only entrances have these two.
      if (call.within !== undefined) return api.callTool(call, signal);
      if (call.tool === searchToolName) return search.answer(call);
      if (call.tool === callToolName) return named(api, call, signal);
      return api.callTool(call, signal);
    },
  };
}

/** Answers searches, with an index for each list. */
class Search {
  readonly #api: SearchableApi;
  readonly #selection: SearchSelection;
  readonly #deps: SearchDeps;
  readonly #indexes = new LRUCache<readonly JsonObject[], FindTools>({ max: maxIndexes });

  constructor(api: SearchableApi, selection: SearchSelection, deps: SearchDeps) {
    this.#api = api;
    this.#selection = selection;
    this.#deps = deps;
  }

  async answer(call: IncomingCall): Promise<CheckedResult> {
    const { principal, traceId } = call;
    const { query, limit } = readSearch(call.arguments);
    const tools = this.#api.callable(principal);
    const find = await this.indexOf(tools);
    const found = find(query, limit).flatMap((at) => {
      const tool = tools[at];
      return tool === undefined || isForViewsOnly(tool) ? [] : [tool];
    });
    this.#deps.log("tool.searched", { found: found.length, among: tools.length, traceId });
    return foundTools(found);
  }

  async indexOf(tools: readonly JsonObject[]): Promise<FindTools> {
    const indexTools = await this.#deps.load();
    const known = this.#indexes.get(tools);
    if (known !== undefined) return known;
    const find = indexTools(tools.map((tool) => searchableOf(tool, this.#selection)));
    this.#indexes.set(tools, find);
    return find;
  }
}

/** Passes a call on under the name of the real tool, with everything else that its caller stated. */
async function named(
  { callTool }: SearchableApi,
  call: IncomingCall,
  signal: Parameters<CallTool>[1],
): ReturnType<CallTool> {
  return callTool({ ...call, ...readNamedCall(call.arguments) }, signal);
}

function withoutSearched(
  all: readonly JsonObject[],
  { toolOf, isSearched }: SearchSelection,
): readonly JsonObject[] {
  const rest = all.filter((listed) => {
    const tool = toolOf(nameIn(listed));
    return tool === undefined || !isSearched(tool);
  });
  return rest.length === all.length ? all : Object.freeze([...ownTools, ...rest]);
}

function searchableOf(listed: JsonObject, { toolOf }: SearchSelection): SearchableTool {
  const name = nameIn(listed);
  const tool = toolOf(name);
  // A tool that has just gone keeps its position, so that all others keep theirs.
  if (tool === undefined) return { ...noWords, name };
  const { server, description, input, terms } = tool.contract;
  const { tags = [], examples = [] } = terms;
  return { name, server, description, input, tags, examples };
}

const noWords = { server: "", description: "", input: {}, tags: [], examples: [] };

function nameIn(tool: JsonObject): string {
  const name = own(tool, "name");
  return typeof name === "string" ? name : "";
}
