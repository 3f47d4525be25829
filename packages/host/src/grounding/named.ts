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

const pronouns = new Set(
  "he she it they we you i this that these those there here who what".split(" "),
);

/** Returns the first word: it may be the subject, and its capital proves nothing. */
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
