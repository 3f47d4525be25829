import type { Said } from "./closed-values.ts";
import type { Question } from "./mention.ts";
import type { Parameter } from "./parameters.ts";
import { dimensionOf } from "./units.ts";
import { partsOf, type Token, tokenAt, writtenAs } from "./words.ts";

export function isUnitParameter({ name, kind }: Pick<Parameter, "name" | "kind">): boolean {
  return kind === "text" && partsOf(name).some((part) => part === "unit" || part === "units");
}

/** Returns the unit the question asks for ("in miles"), or else the unit all its numbers share. */
export function unitIn({ tokens, mentions }: Question): Said | undefined {
  const first = tokens.findLastIndex((_, at) => isAsked(tokens, at));
  if (first !== -1) {
    const isRatio = tokenAt(tokens, first + 1).text === "/";
    const last = isRatio ? first + 2 : first;
    return { value: writtenAs(tokens, first, last), first, last };
  }
  const numbers = mentions.filter((mention) => mention.kind === "number");
  const units = new Set(numbers.flatMap(({ unit, isPercent }) => (isPercent ? [] : [unit])));
  const [only] = units;
  return units.size === 1 && only !== undefined ? { value: only, first: -1, last: -1 } : undefined;
}

function isAsked(tokens: readonly Token[], at: number): boolean {
  const { kind, lower } = tokenAt(tokens, at);
  if (kind !== "word" || lower.length < 2 || dimensionOf(lower) === undefined) return false;
  return tokenAt(tokens, at - 1).lower === "in";
}
