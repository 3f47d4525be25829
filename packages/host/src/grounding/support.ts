import { type Facts, isTopic } from "./facts.ts";

/** Maximum distance, in topic words, between related words. */
const near = 3;
/** Length of the passage that must contain the claim, in topic words. */
const passage = 25;

interface Found {
  readonly stem: string;
  readonly at: number;
}

/**
 * Returns a penalty in unsupported words: a few words may match by chance, more likely in a long
 * text.
 */
function doubtIn(evidence: Facts): number {
  return Math.log2(evidence.topics.length + 1);
}

/**
 * Scores from 0 to 1 how well the evidence covers a claim's words. Half is the share of words in
 * one passage, half the share of preserved neighbors.
 */
export function supportOf(claim: Facts, evidence: Facts): number {
  const wanted = new Set(claim.topics);
  if (wanted.size === 0) return 0;
  const found = foundIn(evidence, wanted);
  const agreed = (maxWordsTogether(found) / wanted.size + neighborsOf(claim.topics, found)) / 2;
  return (agreed * claim.topics.length) / (claim.topics.length + doubtIn(evidence));
}

function foundIn({ tokens }: Facts, wanted: ReadonlySet<string>): readonly Found[] {
  return tokens
    .filter((token) => isTopic(token))
    .flatMap(({ stems }, at) =>
      stems.filter((stem) => wanted.has(stem)).map((stem) => ({ stem, at })),
    );
}

/** Returns the maximum number of claim words in one passage. */
function maxWordsTogether(found: readonly Found[]): number {
  const counts = found.map(({ at: start }, first) => {
    const here = new Set<string>();
    for (let next = first; next < found.length; next += 1) {
      const one = found[next];
      if (one === undefined || one.at - start >= passage) break;
      here.add(one.stem);
    }
    return here.size;
  });
  return counts.reduce((most, count) => Math.max(most, count), 0);
}

function neighborsOf(topics: readonly string[], found: readonly Found[]): number {
  if (topics.length < 2) return found.length > 0 ? 1 : 0;
  const places = Map.groupBy(found, ({ stem }) => stem);
  const areNear = (left: string, right: string): boolean =>
    (places.get(left) ?? []).some(({ at }) =>
      (places.get(right) ?? []).some((other) => Math.abs(at - other.at) <= near),
    );
  const held = topics.slice(1).filter((stem, at) => areNear(topics[at] ?? "", stem));
  return held.length / (topics.length - 1);
}

/** More consecutive foreign words than this are an addition, not a synonym. */
const maxTogether = 2;
/** Lower at the end of a claim, where additions usually stand. */
const maxAtEnd = 1;

/**
 * Returns whether the claim says something its evidence does not mention. Counts consecutive words,
 * not a share: an addition to a long claim is a small share of it.
 */
export function hasForeignWords(claim: Facts, evidence: Facts): boolean {
  const has = new Set(evidence.topics);
  let together = 0;
  let most = 0;
  for (const stem of claim.topics) {
    together = has.has(stem) ? 0 : together + 1;
    most = Math.max(most, together);
  }
  return most > maxTogether || together > maxAtEnd;
}
