import { functionWords, linkWords, phraseEnds } from "./closed-class.ts";
import type { Mention, Question } from "./mention.ts";
import type { Parameter } from "./parameters.ts";
import { isShortFor, stemOf, type Token, tokenAt } from "./words.ts";

/**
 * Scores how strongly the question assigns this mention to this parameter. Negative speaks against
 * it; 2 or more is an explicit statement.
 */
export function evidenceFor(question: Question, parameter: Parameter, mention: Mention): number {
  const said = Math.max(
    fromLeft(question, parameter, mention),
    fromRight(question, parameter, mention),
    fromInside(question, parameter, mention),
  );
  return (
    said +
    ofUnit(parameter, mention) +
    ofRole(question, parameter, mention) +
    ofPreposition(question, parameter, mention) +
    ofYear(parameter, mention)
  );
}

/** Detects "the Amazon rainforest": a name followed by a noun may be half of the value. */
export function isHalf(
  { tokens }: Question,
  mention: Mention,
  topics: ReadonlySet<string>,
): boolean {
  if (mention.kind !== "text" || mention.form !== "name") return false;
  const next = tokenAt(tokens, mention.last + 1);
  if (next.kind !== "word" || functionWords.has(next.lower) || phraseEnds.has(next.lower))
    return false;
  if (/^(?:area|region|city|district|state)$/.test(next.lower)) return false;
  return !/(?:ing|ed)$/.test(next.lower) && !next.stems.some((stem) => topics.has(stem));
}

/** Scores "radius of 4", "a = 1", "player Ada Lovelace". */
function fromLeft({ tokens, mentions }: Question, parameter: Parameter, mention: Mention): number {
  const before = mentions.findLast(({ last }) => last < mention.first)?.last ?? -1;
  let strangers = 0;
  for (const token of tokens.slice(before + 1, endOfLeft(tokens, mention)).toReversed()) {
    if (endsPhrase(token) || strangers === 5) return 0;
    const strength = announces(parameter, token);
    if (strength > 0) return Math.max(0.6, strength - 0.4 * strangers);
    if (!linkWords.has(token.lower)) strangers += 1;
  }
  return 0;
}

/** Handles "the player, Ada Lovelace": a comma right before a name belongs to an apposition. */
function endOfLeft(tokens: readonly Token[], { kind, first }: Mention): number {
  return kind === "text" && tokenAt(tokens, first - 1).text === "," ? first - 1 : first;
}

function endsPhrase({ text, lower }: Token): boolean {
  return /^[.?!;,]$/.test(text) || (phraseEnds.has(lower) && !linkWords.has(lower));
}

/** Scores "5 years", "the Boston area". */
function fromRight({ tokens, mentions }: Question, parameter: Parameter, mention: Mention): number {
  const after = mentions.find(({ first }) => first > mention.last)?.first ?? tokens.length;
  for (let at = mention.last + 1; at < Math.min(after, mention.last + 4); at += 1) {
    const token = tokenAt(tokens, at);
    if (token.kind !== "word" || phraseEnds.has(token.lower)) return 0;
    const strength = announces(parameter, token);
    if (strength > 0) return Math.max(0.5, strength - 0.5 - 0.4 * (at - mention.last - 1));
  }
  return 0;
}

/** Scores the mention itself: a unit can name the parameter, and a name can contain its class. */
function fromInside({ tokens }: Question, parameter: Parameter, mention: Mention): number {
  if (mention.kind === "list") return 0;
  const inside = tokens
    .slice(mention.first, mention.last + 1)
    .filter(({ kind }) => kind === "word");
  const strongest = Math.max(0, ...inside.map((token) => announces(parameter, token)));
  return mention.kind === "number" ? Math.max(0, strongest - 0.4) : strongest / 2;
}

/** Returns 3 if the word is in the parameter's name, 1.5 if only in its description, else 0. */
export function announces({ cues, shortCues, hints }: Parameter, { stems, lower }: Token): number {
  if (cues.has(lower)) return 3;
  for (const stem of stems) {
    if (cues.has(stem) || shortCues.some((cue) => isShortFor(cue, stem))) return 3;
  }
  return stems.some((stem) => hints.has(stem)) ? 1.5 : 0;
}

function ofUnit({ dimensions }: Parameter, mention: Mention): number {
  if (mention.kind !== "number" || mention.dimension === undefined || dimensions.size === 0)
    return 0;
  return dimensions.has(mention.dimension) ? 1.5 : -1.5;
}

function ofRole({ tokens }: Question, { role }: Parameter, { first }: Mention): number {
  const said = role.end === undefined ? undefined : roleAt(tokens, first);
  if (said === undefined) return 0;
  return said === role.end ? 2 : -1.5;
}

function roleAt(tokens: readonly Token[], first: number): "start" | "end" | undefined {
  const near = tokens.slice(Math.max(0, first - 4), first).map(({ lower }) => lower);
  const at = near.findLastIndex((word) =>
    /^(?:from|between|starting|to|until|and|through)$/.test(word),
  );
  const word = near[at];
  if (word === undefined) return undefined;
  if (word === "from" || word === "between" || word === "starting") return "start";
  if (word !== "and") return "end";
  const isBetween = tokens
    .slice(Math.max(0, first - 10), first)
    .some(({ lower }) => lower === "between");
  return isBetween ? "end" : undefined;
}

function ofPreposition({ tokens }: Question, { role }: Parameter, mention: Mention): number {
  if (mention.kind !== "text") return 0;
  const isDefinite = tokenAt(tokens, mention.first - 1).lower === "the";
  const word = tokenAt(tokens, mention.first - (isDefinite ? 2 : 1)).lower;
  if (/^(?:in|at|near|around|within)$/.test(word)) return role.isPlace ? 2 : -0.5;
  if (word !== "by") return 0;
  return role.isMaker ? 2 : role.isPlace ? -1 : 0;
}

function ofYear({ cues }: Parameter, mention: Mention): number {
  if (mention.kind !== "number" || !cues.has(yearStem)) return 0;
  const looksLikeOne =
    Number.isInteger(mention.value) &&
    mention.value >= 1000 &&
    mention.value < 3000 &&
    mention.dimension === undefined;
  return looksLikeOne ? 1.5 : 0;
}

const yearStem = stemOf("year");
