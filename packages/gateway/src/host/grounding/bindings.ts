import { type Facts, isTopic } from "./facts.ts";

const clauseEnds = new Set([",", ";", ":", ".", "(", ")", "and", "but", "while", "whereas"]);

interface Clause {
  readonly topics: ReadonlySet<string>;
  readonly values: ReadonlySet<number>;
}

/** Whether a number is said of what the evidence says another number of, or two names have changed places. */
export function bindingDiffers({
  claim,
  sentence,
}: {
  readonly claim: Facts;
  readonly sentence: Facts;
}): boolean {
  return (
    numberMoved(claim, sentence) || namesTurned(claim, sentence) || numbersTurned(claim, sentence)
  );
}

/** "4 of 3" of "3 of 4": the same words between two numbers that have changed places. */
function numbersTurned(claim: Facts, sentence: Facts): boolean {
  const theirs = betweenNumbers(sentence);
  return betweenNumbers(claim).some(({ left, words, right }) => {
    const alike = theirs.filter((other) => other.words === words);
    const isSaid = alike.some((other) => other.left === left && other.right === right);
    return !isSaid && alike.some((other) => other.left === right && other.right === left);
  });
}

function betweenNumbers({ tokens, quantities }: Facts): readonly {
  readonly left: number;
  readonly words: string;
  readonly right: number;
}[] {
  return quantities.slice(1).map(({ value: right, at }, index) => {
    const before = quantities[index];
    const middle = tokens.slice((before?.at ?? 0) + 1, at);
    const words = middle.map(({ lower }) => lower).join(" ");
    return { left: before?.value ?? right, words, right };
  });
}

function numberMoved(claim: Facts, sentence: Facts): boolean {
  const said = new Set(claim.topics);
  const clauses = clausesOf(sentence);
  return clausesOf(claim).some(({ topics, values }) =>
    [...values].some((value) => {
      const own = clauses.filter((clause) => clause.values.has(value));
      const others = clauses.filter(({ values: has }) => has.size > 0 && !has.has(value));
      // The number's own clause must have a subject that the claim leaves out: else it may share one.
      const isElses = own.some((clause) => [...clause.topics].some((stem) => !said.has(stem)));
      return isElses && [...topics].some((stem) => isOnlyIn(stem, others, own));
    }),
  );
}

function isOnlyIn(stem: string, some: readonly Clause[], others: readonly Clause[]): boolean {
  return (
    some.some(({ topics }) => topics.has(stem)) && others.every(({ topics }) => !topics.has(stem))
  );
}

function clausesOf({ tokens, quantities }: Facts): readonly Clause[] {
  const byToken = new Map(quantities.map(({ at, value }) => [at, value]));
  const clauses = [{ topics: new Set<string>(), values: new Set<number>() }];
  for (const [at, token] of tokens.entries()) {
    if (clauseEnds.has(token.lower)) clauses.push({ topics: new Set(), values: new Set() });
    const clause = clauses.at(-1);
    const value = byToken.get(at);
    if (value !== undefined) clause?.values.add(value);
    else if (isTopic(token)) for (const stem of token.stems) clause?.topics.add(stem);
  }
  return clauses;
}

/** "Ada hired Bob" of "Bob hired Ada": the same words between two names that have changed places. */
function namesTurned(claim: Facts, sentence: Facts): boolean {
  // The first word of a sentence has a capital in any case; that it is a name is seen where it stands elsewhere.
  const named = new Set([...claim.names, ...sentence.names]);
  const [mine, theirs] = [betweenNames(claim, named), betweenNames(sentence, named)];
  return mine.some((one) => {
    const isSaid = theirs.some(({ left, right }) => left === one.left && right === one.right);
    return !isSaid && theirs.some((other) => isTurned(one, other));
  });
}

function isTurned(one: Relation, other: Relation): boolean {
  if (other.left !== one.right || other.right !== one.left) return false;
  if (one.isGlued || other.isGlued) return one.isGlued && other.isGlued;
  if (other.isPassive !== one.isPassive || one.topics.length === 0) return false;
  return one.topics.every((stem) => other.topics.includes(stem));
}

/** Names further apart in the order of names are not said of each other. */
const nextNames = 4;

interface Relation {
  readonly left: string;
  readonly right: string;
  readonly topics: readonly string[];
  /** Two parts of one name. */
  readonly isGlued: boolean;
  /** In the passive the order is the other one. */
  readonly isPassive: boolean;
}

function betweenNames({ tokens }: Facts, named: ReadonlySet<string>): readonly Relation[] {
  const places = tokens.flatMap(({ stems }, at) =>
    stems.filter((stem) => named.has(stem)).map((stem) => ({ stem, at })),
  );
  return places.flatMap((left, index) =>
    places.slice(index + 1, index + 1 + nextNames).map((right): Relation => {
      const middle = tokens.slice(left.at + 1, right.at);
      return {
        left: left.stem,
        right: right.stem,
        topics: isList(middle, named)
          ? []
          : middle.filter((token) => isTopic(token)).flatMap(({ stems }) => stems),
        isGlued: right.at === left.at + 1,
        isPassive: middle.some(({ lower }) => lower === "by"),
      };
    }),
  );
}

/** Names and commas alone: in a list the order says nothing. */
function isList(middle: Facts["tokens"], named: ReadonlySet<string>): boolean {
  const topics = middle.filter((token) => isTopic(token)).flatMap(({ stems }) => stems);
  return middle.some(({ lower }) => lower === ",") && topics.every((stem) => named.has(stem));
}
