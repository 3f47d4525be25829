import { namedIn } from "./named.ts";
import type { Pairing } from "./pairing.ts";
import { type Standing, standingsOf } from "./standings.ts";

/**
 * Returns whether a name or number displaces another of its kind in the evidence. Examples: "Bob
 * hired Ada" from "Ada hired Bob", or from "Ada hired Eve, and Bob left".
 */
export function placesDiffer({ claim, sentence, evidence }: Pick<Pairing, Compared>): boolean {
  const named = namedIn(claim, sentence);
  const mine = standingsOf(claim, named);
  const theirs = Map.groupBy(standingsOf(sentence, named), ({ kind }) => kind);
  const inClaim = Map.groupBy(mine, keyOf);
  const inEvidence = Map.groupBy(standingsOf(evidence, named), keyOf);
  return mine.some((one) => {
    const own = inEvidence.get(keyOf(one)) ?? [];
    if (own.some((other) => isTurnedRound(one, other))) return true;
    const beside = (theirs.get(one.kind) ?? []).filter((other) => isBeside(one, other));
    return beside.some((other) => {
      const left = inClaim.get(keyOf(other)) ?? [];
      return isInPlaceOf(one, other, { own, left });
    });
  });
}

type Compared = "claim" | "sentence" | "evidence";

/** Detects swapped active and passive voice. */
function isTurnedRound(one: Standing, other: Standing): boolean {
  return one.right !== undefined && one.right === other.right && one.isPassive !== other.isPassive;
}

/** Returns whether two different ones share a neighbor. */
function isBeside(one: Standing, other: Standing): boolean {
  return one.what !== other.what && (one.left === other.left || one.right === other.right);
}

function keyOf({ kind, what }: Standing): string {
  return `${kind} ${what}`;
}

/** Other positions of the two: the first in the evidence, the second in the claim. */
interface Elsewhere {
  readonly own: readonly Standing[];
  readonly left: readonly Standing[];
}

const sides = [
  ["left", "right"],
  ["right", "left"],
] as const;

function isInPlaceOf(one: Standing, other: Standing, { own, left }: Elsewhere): boolean {
  if (one.preposition !== other.preposition || one.isPassive !== other.isPassive) return false;
  return sides.some(([side, beyond]) => {
    const word = one[side];
    if (word === undefined || other[side] !== word || isMonth(one, word)) return false;
    if ([...own, ...left].some((standing) => standing[side] === word)) return false;
    // The neighbor on the other side may be its own in the evidence: then both statements hold.
    const next = one[beyond];
    if (next === undefined || next === other[beyond]) return true;
    return own.every((standing) => standing[beyond] !== next);
  });
}

/**
 * Skips months: day and year may stand on either side, and dates are compared separately. "Mai" is
 * the stem of May.
 */
function isMonth({ kind }: Standing, word: string): boolean {
  return kind === "number" && /^(?:jan|feb|mar|apr|mai|jun|jul|aug|sep|oct|nov|dec)/.test(word);
}
