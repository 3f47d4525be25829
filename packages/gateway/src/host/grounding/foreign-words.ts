import type { Facts } from "./facts.ts";

/** So many neighbors that the evidence has not are something else than another word for it. */
const mostTogether = 2;
/** At the end, where something is added, it takes fewer. */
const mostAtEnd = 1;

/**
 * Whether the claim says something that its evidence does not speak of. Counted by neighbors and not over the
 * whole claim: whatever is added to a long claim is a small share of it.
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
