import type { RegisteredTool } from "../../catalog/snapshot.ts";
import { stateOf, type ToolState } from "../../catalog/tool-state.ts";

/** Which tools of a list are meant. */
export interface ToolFilter {
  /** Default: those of all servers. */
  readonly server?: string;
  /** Default: those in any state. */
  readonly state?: ToolState;
  /** Each must be in the tool's names or its description. Lower-case. */
  readonly words: readonly string[];
}

/** A part of the tools that match, by public name. */
export interface FoundTools {
  readonly tools: readonly RegisteredTool[];
  /** How many match, on all pages. */
  readonly matching: number;
  readonly isMore: boolean;
}

/** Finds tools among those of a snapshot, which has them by public name. */
export function findTools(
  tools: readonly RegisteredTool[],
  filter: ToolFilter,
  { behind, max }: { readonly behind?: string | undefined; readonly max: number },
): FoundTools {
  const matching = tools.filter((tool) => isMeant(tool, filter));
  const rest =
    behind === undefined ? matching : matching.filter(({ publicName }) => publicName > behind);
  return { tools: rest.slice(0, max), matching: matching.length, isMore: rest.length > max };
}

function isMeant(tool: RegisteredTool, { server, state, words }: ToolFilter): boolean {
  if (server !== undefined && tool.contract.server !== server) return false;
  if (state !== undefined && stateOf(tool) !== state) return false;
  if (words.length === 0) return true;
  const text = searchedIn(tool);
  return words.every((word) => text.includes(word));
}

/** What is searched of a description. Longer ones would slow down every search. */
const maxSearched = 2_000;

// A changed tool is a new object.
const searched = new WeakMap<RegisteredTool["contract"], string>();

function searchedIn({ publicName, contract }: RegisteredTool): string {
  const known = searched.get(contract);
  if (known !== undefined) return known;
  const { server, name, description } = contract;
  const shown = description.slice(0, maxSearched);
  const text = `${publicName}\n${server}/${name}\n${shown}`.toLowerCase();
  searched.set(contract, text);
  return text;
}
