import type { NumberMention } from "./mention.ts";
import { dimensionOf } from "./units.ts";
import { isGlued, type Token, tokenAt } from "./words.ts";

interface Bare {
  readonly value: number;
  readonly first: number;
  readonly last: number;
}

/** Extends a number by a preceding currency or a following unit. */
export function findUnit(tokens: readonly Token[], bare: Bare): NumberMention {
  const plain = { kind: "number", ...bare, isPercent: false } as const;
  if (/^\p{Sc}$/u.test(tokenAt(tokens, bare.first - 1).text)) {
    return { ...plain, first: bare.first - 1, dimension: "money" };
  }
  const { text, lower } = tokenAt(tokens, bare.last + 1);
  if (text === "%" || lower === "percent") {
    return { ...plain, last: bare.last + 1, unit: text, dimension: "share", isPercent: true };
  }
  return withUnit(tokens, plain);
}

function withUnit(tokens: readonly Token[], plain: NumberMention): NumberMention {
  const at = plain.last + 1;
  const { text, lower } = tokenAt(tokens, at);
  const dimension = isPreposition(tokens, at) ? undefined : dimensionOf(lower);
  if (dimension !== undefined) {
    return withDivisor(tokens, { ...plain, unit: text, dimension, last: at });
  }
  // "80 BPM": an unknown abbreviation here is a unit, not a name.
  return /^\p{Lu}{2,4}$/u.test(text) ? { ...plain, unit: text, last: at } : plain;
}

/** "5 in" is usually a preposition, and "5 a" an article. */
function isPreposition(tokens: readonly Token[], at: number): boolean {
  const { text, lower } = tokenAt(tokens, at);
  return (lower === "in" || text === "a") && !isGlued(tokens, at - 1);
}

/** Handles "meters/second" and "miles per hour". */
function withDivisor(tokens: readonly Token[], mention: NumberMention): NumberMention {
  const at = mention.last + 1;
  const below = tokenAt(tokens, at + 1);
  if (!/^(?:\/|per)$/.test(tokenAt(tokens, at).lower) || below.kind !== "word") return mention;
  const isSpeed = mention.dimension === "length" && dimensionOf(below.lower) === "time";
  const isSquared = tokenAt(tokens, at + 2).text === "^";
  return {
    ...mention,
    unit: `${mention.unit ?? ""}/${below.text}`,
    ...(isSpeed && !isSquared ? { dimension: "speed" } : {}),
    last: at + 1,
  };
}
