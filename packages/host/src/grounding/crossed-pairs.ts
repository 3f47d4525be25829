import { clauseEnds, type Facts } from "./facts.ts";
import type { Pairing } from "./pairing.ts";
import { listsOf, namedIn, type Run, runsOf } from "./runs.ts";

/**
 * Returns whether the claim pairs two items with other partners in the evidence, which the claim
 * omits. Example: "Ada is 40" from "Ada is 30, and Bob is 40".
 */
export function pairsCrossed({ claim, sentence }: Pick<Pairing, "claim" | "sentence">): boolean {
  const named = namedIn(claim, sentence);
  const mine = runsOf(claim, named);
  const scene = sceneOf(sentence, runsOf(sentence, named), mine);
  return mine.slice(1).some((right, at) => {
    const [ones, others] = [scene.placesOf(mine[at]), scene.placesOf(right)];
    const count = ones.length * others.length;
    if (count === 0 || count > maxPairs) return false;
    return ones.every((one) => others.every((other) => isCrossed([one, other], scene)));
  });
}

/** Above this count an item belongs to several others. */
const maxPairs = 50;

/** Two items of the evidence, in the order of the claim. */
type Pair = readonly [Run, Run];

interface Scene {
  readonly placesOf: (run: Run | undefined) => readonly Run[];
  /** Items the claim omits. */
  readonly others: readonly Run[];
  readonly areListed: (one: Run, other: Run) => boolean;
  /** Returns whether a clause ends between the two. */
  readonly areApart: (left: Run, right: Run) => boolean;
}

function sceneOf(sentence: Facts, runs: readonly Run[], mine: readonly Run[]): Scene {
  const lists = listsOf(sentence, runs);
  const ends = sentence.tokens.flatMap(({ lower }, at) => (clauseEnds.has(lower) ? [at] : []));
  return {
    placesOf: (run) => runs.filter((other) => run !== undefined && areSame(run, other)),
    others: runs.filter((run) => mine.every((other) => !areSame(run, other))),
    areListed: (one, other) => lists.some((list) => list.includes(one) && list.includes(other)),
    areApart: (left, right) => ends.some((at) => at > left.last && at < right.first),
  };
}

function areSame(one: Run, other: Run): boolean {
  return one.kind === other.kind && one.parts.some((part) => other.parts.includes(part));
}

function isCrossed([left, right]: Pair, scene: Scene): boolean {
  if (scene.areListed(left, right)) return false;
  return left.first < right.first
    ? hasOthersBetween([left, right], scene)
    : hasOthersAround([left, right], scene);
}

/** Evidence of the form Ada — 30 | Bob — 40. */
function hasOthersBetween([left, right]: Pair, { others, areListed, areApart }: Scene): boolean {
  const between = others.filter(({ first }) => first > left.first && first < right.first);
  return between.some((partner, at) => {
    if (partner.kind !== right.kind || areListed(left, partner)) return false;
    const next = between.slice(at + 1).filter(({ kind }) => kind === left.kind);
    return next.some((one) => !areListed(one, right) && areApart(partner, one));
  });
}

/** Evidence of the form Bob — 30 | Ada — 40, if the claim has Ada before 30. */
function hasOthersAround([left, right]: Pair, { others, areListed, areApart }: Scene): boolean {
  if (!areApart(right, left)) return false;
  const before = others.filter(({ first, kind }) => first < right.first && kind === left.kind);
  const after = others.filter(({ first, kind }) => first > left.first && kind === right.kind);
  return before.some((one) => !areListed(one, right)) && after.some((one) => !areListed(left, one));
}
