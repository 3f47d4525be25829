import type { Facts } from "./facts.ts";
import { isNamePart, type Named } from "./named.ts";

/** Adjacent parts of one name, or one number with its unit. */
export interface Run {
  readonly kind: "name" | "number";
  /** Stems of a name, or the value of a number. */
  readonly parts: readonly string[];
  /** Indexes of its first and last token. */
  readonly first: number;
  readonly last: number;
}

/** Returns the names and numbers of a text, in order. */
export function runsOf({ tokens, quantities }: Facts, named: Named): readonly Run[] {
  const numbers = new Map(quantities.map((quantity) => [quantity.at, quantity]));
  const runs: Run[] = [];
  for (const [at, token] of tokens.entries()) {
    const number = numbers.get(at);
    const before = runs.at(-1);
    if (number !== undefined) {
      const last = number.unit === "" ? at : at + 1;
      runs.push({ kind: "number", parts: [String(number.value)], first: at, last });
    } else if (isNamePart(token, named)) {
      const isNext = before?.kind === "name" && before.last === at - 1;
      if (isNext) runs[runs.length - 1] = longer(before, token.stems);
      else runs.push({ kind: "name", parts: token.stems, first: at, last: at });
    }
  }
  return runs;
}

function longer({ kind, parts, first, last }: Run, more: readonly string[]): Run {
  return { kind, parts: [...parts, ...more], first, last: last + 1 };
}

const conjunctions = new Set(["and", "or", "&"]);
const joints: Readonly<Record<Run["kind"], ReadonlySet<string>>> = {
  name: new Set([...conjunctions, ",", "the", "a", "an"]),
  number: new Set(["to", "-", "–"]),
};

/** Groups names of one list, and the ends of a range. Others stay alone. */
export function listsOf(facts: Facts, runs: readonly Run[]): readonly (readonly Run[])[] {
  const lists: Run[][] = [];
  for (const run of runs) {
    const open = lists.at(-1);
    const before = open?.at(-1);
    if (before !== undefined && areJoined(facts, before, run)) open?.push(run);
    else lists.push([run]);
  }
  return lists.flatMap((list) => (isList(facts, list) ? [list] : list.map((run) => [run])));
}

function areJoined({ tokens }: Facts, left: Run, right: Run): boolean {
  const middle = tokens.slice(left.last + 1, right.first);
  if (left.kind !== right.kind || middle.length === 0) return false;
  return middle.every(({ lower }) => joints[right.kind].has(lower));
}

/** Two names with only a comma between them are no list: "in Oslo, Ada sold". */
function isList({ tokens }: Facts, list: readonly Run[]): boolean {
  const [first, second, third] = list;
  if (third !== undefined || first?.kind === "number") return true;
  const middle = tokens.slice(first?.last, second?.first);
  return middle.some(({ lower }) => conjunctions.has(lower));
}
