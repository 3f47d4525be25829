import type { Facts } from "./facts.ts";

/** More consecutive foreign words than this are an addition, not a synonym. */
const mostTogether = 2;
/** Lower at the end of a claim, where additions usually stand. */
const mostAtEnd = 1;

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
  return most > mostTogether || together > mostAtEnd;
}
