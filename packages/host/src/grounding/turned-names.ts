import { type Facts, isTopic } from "./facts.ts";
import { isNamePart, type Named, namedIn } from "./named.ts";
import type { Pairing } from "./pairing.ts";
import { type Run, runsOf } from "./runs.ts";

/** Detects two swapped names around the same words: "Bob is from Ada" from "Ada is from Bob". */
export function namesTurned({ claim, sentence }: Pick<Pairing, "claim" | "sentence">): boolean {
  const named = namedIn(claim, sentence);
  const [mine, theirs] = [relationsOf(claim, named), relationsOf(sentence, named)];
  return mine.some((one) => {
    const isSaid = theirs.some(
      (other) => areSame(one.left, other.left) && areSame(one.right, other.right),
    );
    return !isSaid && theirs.some((other) => isTurned(one, other));
  });
}

interface Relation {
  readonly left: Run;
  readonly right: Run;
  /** The words between them. */
  readonly words: readonly string[];
  /** The topic words among them, without other names. */
  readonly topics: readonly string[];
}

/** Maximum distance, counted in names, between related names. */
const nextNames = 3;

function relationsOf(facts: Facts, named: Named): readonly Relation[] {
  const names = runsOf(facts, named).filter(({ kind }) => kind === "name");
  return names.flatMap((left, at) =>
    names.slice(at + 1, at + 1 + nextNames).map((right): Relation => {
      const middle = facts.tokens.slice(left.last + 1, right.first);
      const topics = middle
        .filter((token) => isTopic(token) && !isNamePart(token, named))
        .flatMap(({ stems }) => stems);
      return { left, right, words: middle.map(({ lower }) => lower), topics };
    }),
  );
}

function areSame(one: Run, other: Run): boolean {
  return one.parts.some((part) => other.parts.includes(part));
}

/** Words that are symmetric. */
const even = new Set("and or & , with the a an vs".split(" "));

const turning = ["by", "to", "from"];

function isTurned(one: Relation, other: Relation): boolean {
  if (!areSame(one.left, other.right) || !areSame(one.right, other.left)) return false;
  if (one.topics.length === 0) {
    return (
      one.words.join(" ") === other.words.join(" ") && one.words.some((word) => !even.has(word))
    );
  }
  // "Ada was hired by Bob", "a boat was given to Ada": another preposition reverses the order.
  if (turning.some((word) => one.words.includes(word) !== other.words.includes(word))) return false;
  return one.topics.every((stem) => other.topics.includes(stem));
}
