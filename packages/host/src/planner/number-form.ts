import type { NumberMention } from "./mention.ts";
import type { Parameter } from "./parameters.ts";
import { dimensionOf } from "./units.ts";
import { partsOf, stemOf } from "./words.ts";

/** Returns the value of a number for a parameter, or undefined if it cannot be one. */
export function numberFor(parameter: Parameter, mention: NumberMention): number | undefined {
  if (isInOtherUnit(parameter, mention)) return undefined;
  const value = isShareOfOne(parameter, mention)
    ? Number((mention.value / 100).toPrecision(12))
    : mention.value;
  return parameter.kind === "integer" && !Number.isInteger(value) ? undefined : value;
}

/** Reads 5 % as 0.05, unless the parameter mentions percent or is an integer. */
function isShareOfOne({ kind, description }: Parameter, { isPercent }: NumberMention): boolean {
  if (!isPercent || kind !== "number") return false;
  return !/percent|%/i.test(description) || /decimal|fraction/i.test(description);
}

/**
 * Detects minutes for a parameter in seconds. Conversion would trust the description to be exact.
 */
function isInOtherUnit({ description }: Parameter, mention: NumberMention): boolean {
  const { unit, dimension, isPercent } = mention;
  if (unit === undefined || dimension === undefined || isPercent) return false;
  const wanted = partsOf(description).filter(
    (word) => word.length > 2 && dimensionOf(word) === dimension,
  );
  return wanted.length > 0 && !wanted.some((word) => isSameUnit(unit.toLowerCase(), word));
}

function isSameUnit(unit: string, word: string): boolean {
  return stemOf(word) === stemOf(unit) || isAbbreviation(unit, word);
}

/**
 * Detects "km" for "kilometers", "ft" for "feet", "kg" for "kilograms": the letters occur in the
 * same order.
 */
function isAbbreviation(short: string, word: string): boolean {
  let at = 0;
  for (const letter of word) if (letter === short[at]) at += 1;
  return short[0] === word[0] && at === short.length;
}
