import type { Token } from "../planner/words.ts";
import { type Facts, isTopic } from "./facts.ts";

/** Which words are names, by their stems. */
export interface Named {
  /** Where they are written with a capital: "the Group" is one, "the group" is none. */
  readonly written: ReadonlySet<string>;
  /** However they are written. */
  readonly leading: ReadonlySet<string>;
}

/** The names of two texts. What one begins with counts as one in both. */
export function namedIn(one: Facts, other: Facts): Named {
  return {
    written: new Set([...one.names, ...other.names]),
    leading: new Set([...leadingOf(one), ...leadingOf(other)]),
  };
}

const pronouns = new Set(
  "he she it they we you i this that these those there here who what".split(" "),
);

/** What a text begins with may be its subject, and its capital does not tell whether it is a name. */
function leadingOf({ tokens }: Facts): readonly string[] {
  const first = tokens.find(({ kind }) => kind === "word");
  const isSubject = first !== undefined && canBeSubject(first) && !isAdverb(first);
  return isSubject ? first.stems : [];
}

const adverbs = new Set(
  "however moreover furthermore thus therefore hence meanwhile still yet instead today tomorrow yesterday tonight".split(
    " ",
  ),
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
