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
  const runs = runsOf(sentence, named);
  const scene = sceneOf(sentence, runs, mine);
  const places = mine.map((run) => runs.filter((other) => areSame(run, other)));
  return places.slice(1).some((others, at) => {
    const ones = places[at] ?? [];
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
  /** Items the claim omits. */
  readonly others: readonly Run[];
  readonly lists: readonly (readonly Run[])[];
  /** Places where a clause ends. */
  readonly ends: readonly number[];
}

function sceneOf(sentence: Facts, runs: readonly Run[], mine: readonly Run[]): Scene {
  return {
    others: runs.filter((run) => mine.every((other) => !areSame(run, other))),
    lists: listsOf(sentence, runs),
    ends: sentence.tokens.flatMap(({ lower }, at) => (clauseEnds.has(lower) ? [at] : [])),
  };
}

function areListed({ lists }: Scene, one: Run, other: Run): boolean {
  return lists.some((list) => list.includes(one) && list.includes(other));
}

/** Returns whether a clause ends between the two. */
function areApart({ ends }: Scene, left: Run, right: Run): boolean {
  return ends.some((at) => at > left.last && at < right.first);
}

function areSame(one: Run, other: Run): boolean {
  return one.kind === other.kind && one.parts.some((part) => other.parts.includes(part));
}

function isCrossed([left, right]: Pair, scene: Scene): boolean {
  if (areListed(scene, left, right)) return false;
  return left.first < right.first
    ? hasOthersBetween([left, right], scene)
    : hasOthersAround([left, right], scene);
}

/** Evidence of the form Ada — 30 | Bob — 40. */
function hasOthersBetween([left, right]: Pair, scene: Scene): boolean {
  const between = scene.others.filter(({ first }) => first > left.first && first < right.first);
  return between.some((partner, at) => {
    if (partner.kind !== right.kind || areListed(scene, left, partner)) return false;
    const next = between.slice(at + 1).filter(({ kind }) => kind === left.kind);
    return next.some((one) => !areListed(scene, one, right) && areApart(scene, partner, one));
  });
}

/** Evidence of the form Bob — 30 | Ada — 40, if the claim has Ada before 30. */
function hasOthersAround([left, right]: Pair, scene: Scene): boolean {
  if (!areApart(scene, right, left)) return false;
  const before = scene.others.filter(
    ({ first, kind }) => first < right.first && kind === left.kind,
  );
  const after = scene.others.filter(({ first, kind }) => first > left.first && kind === right.kind);
  return (
    before.some((one) => !areListed(scene, one, right)) &&
    after.some((one) => !areListed(scene, left, one))
  );
}
