import { wordSet } from "../planner/closed-class.ts";
import type { Token } from "../planner/words.ts";
import { type Facts, isTopic } from "./facts.ts";

/** Words that are names, by stem. */
export interface Named {
  /** Names only if capitalized: "the Group" is one, "the group" is not. */
  readonly written: ReadonlySet<string>;
  /** Names in any capitalization. */
  readonly leading: ReadonlySet<string>;
}

/** Returns the names of two texts. The first word of either counts as a name in both. */
export function namedIn(one: Facts, other: Facts): Named {
  return {
    written: new Set([...one.names, ...other.names]),
    leading: new Set([...leadingOf(one), ...leadingOf(other)]),
  };
}

const pronouns = wordSet("he she it they we you i this that these those there here who what");

/** Returns the first word: it may be the subject, and its capital proves nothing. */
function leadingOf({ tokens }: Facts): readonly string[] {
  const first = tokens.find(({ kind }) => kind === "word");
  const isSubject = first !== undefined && canBeSubject(first) && !isAdverb(first);
  return isSubject ? first.stems : [];
}

const adverbs = wordSet(
  "however moreover furthermore thus therefore hence meanwhile still yet instead today tomorrow yesterday tonight",
);

function isAdverb({ lower }: Token): boolean {
  return lower.endsWith("ly") || adverbs.has(lower);
}

function canBeSubject(token: Token): boolean {
  return isTopic(token) || pronouns.has(token.lower);
}

export function isNamePart(token: Token, { written, leading }: Named): boolean {
  if (!canBeSubject(token)) return false;
  const isWritten = /^\p{Lu}/u.test(token.text);
  return token.stems.some((stem) => leading.has(stem) || (isWritten && written.has(stem)));
}

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
