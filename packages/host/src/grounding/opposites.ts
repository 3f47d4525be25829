import type { Facts } from "./facts.ts";

/** Pairs of opposites in any context. */
const pairs = [
  "up down",
  "on off",
  "online offline",
  "open closed",
  "opened closed",
  "true false",
  "allowed denied",
  "allowed forbidden",
  "accepted rejected",
  "approved rejected",
  "enabled disabled",
  "enable disable",
  "passed failed",
  "succeeded failed",
  "success failure",
  "present absent",
  "inside outside",
  "left right",
  "north south",
  "east west",
  "early late",
  "high low",
  "hot cold",
  "alive dead",
  "won lost",
  "bought sold",
  "started stopped",
  "added removed",
  "include exclude",
  "public private",
].map((pair) => pair.split(" "));

const opposites: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  [...Map.groupBy(bothWays(), ([word]) => word)].map(([word, ways]) => [
    word,
    new Set(ways.map(([, opposite]) => opposite)),
  ]),
);

function bothWays(): readonly (readonly [string, string])[] {
  return pairs.flatMap(([one = "", other = ""]) => [[one, other] as const, [other, one] as const]);
}

const turning = /^(?:un|non|dis|in|im|ir|il)(?=\p{L}{4})/u;

/**
 * Returns whether the claim has a word whose opposite, but not the word itself, is in the evidence:
 * "encrypted" from "unencrypted".
 */
export function isOpposed(claim: Facts, evidence: Facts): boolean {
  const [mine, theirs] = [wordsOf(claim), wordsOf(evidence)];
  const isNew = (word: string): boolean => mine.has(word) && !theirs.has(word);
  const isTurned = (word: string): boolean =>
    theirs.has(word.replace(turning, "")) ||
    [...(opposites.get(word) ?? [])].some((one) => isGone(one));
  const isGone = (word: string): boolean => theirs.has(word) && !mine.has(word);
  return (
    [...mine].some((word) => isNew(word) && isTurned(word)) ||
    [...theirs].some((word) => isGone(word) && isNew(word.replace(turning, "")))
  );
}

function wordsOf({ tokens }: Facts): ReadonlySet<string> {
  return new Set(tokens.map(({ lower }) => lower));
}
