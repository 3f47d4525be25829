import { wordSet } from "../planner/closed-class.ts";

/** English grammar words that change what a sentence claims. None carries a topic. */
export type Wording = "negation" | "quantifier" | "comparison" | "modality" | "condition" | "limit";

const sets = {
  negation: wordSet(
    "no not never none nobody nothing nowhere neither nor cannot without lack lacks lacked lacking fail fails failed unable hardly barely scarcely rarely seldom unlikely impossible deny denies denied refuse refuses refused false null untrue incorrect except excluding exclude excludes",
  ),
  quantifier: wordSet(
    "all every each always entirely wholly both only solely exclusively most majority mostly many several some sometimes few occasionally often usually generally typically partly partially half least",
  ),
  comparison: wordSet(
    "more less fewer higher lower greater smaller larger bigger better worse faster slower older younger earlier later longer shorter above below over under exceed exceeds exceeded increase increases increased increasing decrease decreases decreased decreasing rise rises rose risen rising fall falls fell fallen falling grow grows grew shrink shrank drop drops dropped before after best worst highest lowest largest smallest maximum minimum first last gain gained lose lost",
  ),
  modality: wordSet(
    "may might could can possibly perhaps maybe probably likely potentially presumably apparently allegedly reportedly supposedly purportedly seems seem seemed appears appear appeared suggests suggest suggested believed thought claims claim claimed alleged expected should would must shall ought need needs required will plan plans planned intend intends intended propose proposed",
  ),
  condition: wordSet(
    "if unless provided whether until when whenever otherwise assuming though although however but except only until without pending subject",
  ),
  // The conditions that are rarely anything else.
  limit: wordSet("if unless except assuming pending"),
} as const satisfies Readonly<Record<Wording, ReadonlySet<string>>>;

export function isOf(wording: Wording, word: string): boolean {
  return sets[wording].has(word) || (wording === "negation" && /n['’]t$/.test(word));
}

/** Near-synonyms of certainty, quantity or direction. Other words stand for themselves. */
const groups: readonly ReadonlySet<string>[] = [
  "all every each always entirely wholly both",
  "only solely exclusively",
  "most majority mostly usually generally typically often",
  "some sometimes several occasionally partly partially",
  "more higher greater larger bigger above over exceed exceeds exceeded increase increases increased increasing rise rises rose risen rising grow grows grew gain gained",
  "less fewer lower smaller below under decrease decreases decreased decreasing fall falls fell fallen falling shrink shrank drop drops dropped lose lost",
  "better best",
  "worse worst",
  "highest largest maximum",
  "lowest smallest minimum least",
  "earlier before older",
  "later after younger",
  "may might could can possibly perhaps maybe potentially",
  "probably likely presumably apparently seems seem seemed appears appear appeared suggests suggest suggested expected",
  "allegedly reportedly supposedly purportedly believed thought claims claim claimed alleged",
  "should ought",
  "must shall need needs required",
  "will would plan plans planned intend intends intended propose proposed",
].map(wordSet);

/** Words that weaken a claim: certain implies possible, all implies some. */
const weakening: ReadonlySet<string> = new Set(
  ["may", "probably", "some"].map((word) => groupOf(word)),
);

/**
 * Words that strengthen a claim, so they may be omitted: a statement about all things implies one
 * about things.
 */
const strengthening: ReadonlySet<string> = new Set(
  ["all", "only", "must", "will"].map((word) => groupOf(word)),
);

/** Returns whether a claim with the word follows from evidence without it. */
export function mayBeAdded(word: string): boolean {
  return weakening.has(groupOf(word));
}

/** Returns whether a claim without the word follows from evidence with it. */
export function mayBeLeftOut(word: string): boolean {
  return strengthening.has(groupOf(word));
}

/** Returns the group id of a word. Words of one group may replace each other in a paraphrase. */
export function groupOf(word: string): string {
  const at = groups.findIndex((group) => group.has(word));
  return at === -1 ? word : `group ${at}`;
}
