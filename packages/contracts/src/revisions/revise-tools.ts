import type { ToolContract } from "@toolcourt/sdk";
import { compareTools, type ToolComparison } from "../comparison/compare-tools.ts";
import type { SchemaEngine } from "../schemas/engine.ts";
import { type Both, describeChange } from "./describe-change.ts";
import { type FlawDeps, flawsOfAdded, flawsOfKept, flawsOfRemoved } from "./find-flaws.ts";
import { findRenames } from "./find-renames.ts";
import { type Fate, isSerious, type Pair, type RevisedTool, type Revision } from "./revision.ts";
import { nextName } from "./version-flaws.ts";

export interface Revising {
  readonly engine: SchemaEngine;
  readonly seed: number;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly signal: AbortSignal;
  /** Called before each tool with the number done and the total. Default: none. */
  readonly progress?: (done: number, all: number) => void;
}

/** Two versions of a tool list. Equal keys denote the same tool. */
export interface TwoLists {
  readonly before: ReadonlyMap<string, ToolContract>;
  readonly after: ReadonlyMap<string, ToolContract>;
}

/**
 * Determines for every tool how it changed and which rules that breaks.
 *
 * @example
 * ```ts
 * await using engine = createSchemaEngine({ clock: systemClock });
 * declare const lists: TwoLists;
 * const signal = AbortSignal.timeout(60_000);
 * const { tools } = await reviseTools(lists, { engine, seed: 1, now: Date.now(), signal });
 * for (const { name, fate } of tools) console.log(name, fate);
 * ```
 */
export async function reviseTools(lists: TwoLists, revising: Revising): Promise<Revision> {
  const { before, after } = lists;
  const shelf = shelfOf(after.values());
  const keys = [...new Set([...before.keys(), ...after.keys()])];
  const tools: RevisedTool[] = [];
  for (const key of keys) {
    revising.signal.throwIfAborted();
    revising.progress?.(tools.length, keys.length);
    tools.push(await revise(pairAt(lists, key), shelf, revising));
  }
  const onlyIn = (one: TwoLists["before"], other: TwoLists["before"]): readonly ToolContract[] =>
    [...one].flatMap(([key, contract]) => (other.has(key) ? [] : [contract]));
  return {
    tools: tools.toSorted(byGravity),
    renames: findRenames(onlyIn(before, after), onlyIn(after, before)),
  };
}

function pairAt({ before, after }: TwoLists, key: string): Pair {
  const [old, now] = [before.get(key), after.get(key)];
  return { ...(old && { before: old }), ...(now && { after: now }) };
}

async function revise(
  { before, after }: Pair,
  shelf: Shelf,
  revising: Revising,
): Promise<RevisedTool> {
  const { server, name } = after ?? before ?? nameless;
  const deps = depsFor(after, shelf, revising.now);
  const named = { server, name, parts: [] };
  if (before !== undefined && after !== undefined) {
    const both = { before, after };
    return { ...named, ...reviseKept(both, await compareTools(before, after, revising), deps) };
  }
  if (after !== undefined) {
    const predecessor = shelf.predecessors.get(addressOf(server, name));
    return { ...named, fate: "added", findings: flawsOfAdded(after, predecessor, deps) };
  }
  const findings = before === undefined ? [] : flawsOfRemoved(before, deps);
  return { ...named, fate: "removed", findings };
}

const nameless = { server: "", name: "" };

function reviseKept(
  both: Both,
  comparison: ToolComparison,
  deps: FlawDeps,
): Pick<RevisedTool, "fate" | "parts" | "findings" | "drift"> {
  const { difference, changes, drift } = comparison;
  return {
    fate: difference,
    parts: changes.map((change) => describeChange(change, both)),
    findings: flawsOfKept(both, comparison, deps),
    drift,
  };
}

/** Tools of the new version, by server and name. */
interface Shelf {
  readonly offered: ReadonlySet<string>;
  /** By the name of a tool's next version. */
  readonly predecessors: ReadonlyMap<string, ToolContract>;
}

function shelfOf(contracts: Iterable<ToolContract>): Shelf {
  const all = [...contracts];
  return {
    offered: new Set(all.map(({ server, name }) => addressOf(server, name))),
    predecessors: new Map(all.map((each) => [addressOf(each.server, nextName(each.name)), each])),
  };
}

function addressOf(server: string, name: string): string {
  return JSON.stringify([server, name]);
}

function depsFor(after: ToolContract | undefined, { offered }: Shelf, now: number): FlawDeps {
  const replacement = after?.terms.deprecated?.replacement;
  if (after === undefined || replacement === undefined) return { now, hasReplacement: false };
  return { now, hasReplacement: offered.has(addressOf(after.server, replacement)) };
}

const gravity: readonly Fate[] = [
  "widening",
  "breaking",
  "unproven",
  "removed",
  "compatible",
  "cosmetic",
  "added",
  "none",
];

function byGravity(a: RevisedTool, b: RevisedTool): number {
  const bySeriousness = Number(isSerious(b)) - Number(isSerious(a));
  const byFate = gravity.indexOf(a.fate) - gravity.indexOf(b.fate);
  if (bySeriousness !== 0 || byFate !== 0) return bySeriousness || byFate;
  return keyOf(a) < keyOf(b) ? -1 : 1;
}

function keyOf({ server, name }: RevisedTool): string {
  return `${server}/${name}`;
}
