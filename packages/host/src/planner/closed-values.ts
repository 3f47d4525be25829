import type { JsonValue } from "@toolcourt/sdk";
import { functionWords, negations } from "./closed-class.ts";
import type { Question } from "./mention.ts";
import type { Parameter } from "./parameters.ts";
import { dimensionOf } from "./units.ts";
import { isShortFor, partsOf, stemOf, type Token, tokenAt, writtenAs } from "./words.ts";

/** A value from a closed set, with its tokens. */
export interface Said {
  readonly value: JsonValue;
  readonly first: number;
  readonly last: number;
}

/**
 * Returns the single choice the question names. Two choices are ambiguous, unless a list is wanted.
 */
export function choiceIn(question: Question, parameter: Parameter): Said | undefined {
  const named = choicesIn(question, parameter);
  const [first] = named;
  if (first === undefined || (parameter.kind !== "list" && named.length > 1)) return undefined;
  if (parameter.kind !== "list") return first;
  const last = Math.max(...named.map((one) => one.last));
  return { value: named.map(({ value }) => value), first: first.first, last };
}

function choicesIn(question: Question, { choices }: Parameter): readonly Said[] {
  const named = choices.flatMap(({ value, stems }) => {
    const place = placeOf(question, stems);
    return place === undefined ? [] : [{ value, ...place }];
  });
  // "New York City" contains "New York"; the longer one is meant.
  return named
    .filter(
      (one) =>
        !named.some(
          (other) =>
            other !== one &&
            other.first <= one.first &&
            other.last >= one.last &&
            other.last - other.first > one.last - one.first,
        ),
    )
    .toSorted((a, b) => a.first - b.first);
}

function placeOf(
  { tokens, stems }: Question,
  wanted: readonly string[],
): { readonly first: number; readonly last: number } | undefined {
  if (!wanted.every((stem) => stems.has(stem))) return undefined;
  const first = tokens.findIndex((_, at) =>
    wanted.every(
      (stem, offset) =>
        tokens[at + offset]?.stems.includes(stem) === true || tokens[at + offset]?.lower === stem,
    ),
  );
  return first === -1 ? undefined : { first, last: first + wanted.length - 1 };
}

/**
 * Returns true if every telling word of the name occurs, close together. Returns false if a
 * negation precedes them.
 */
export function answerIn({ tokens }: Question, { name }: Parameter): Said | undefined {
  const wanted = partsOf(name)
    .filter((part) => !functionWords.has(part))
    .map((part) => stemOf(part));
  if (wanted.length === 0) return undefined;
  const places = wanted.map((stem) =>
    tokens.findIndex(({ stems }) => stems.some((one) => one === stem || isShortFor(stem, one))),
  );
  const [first, last] = [Math.min(...places), Math.max(...places)];
  if (first === -1 || last - first > wanted.length + 2) return undefined;
  const isDenied = tokens
    .slice(Math.max(0, first - 3), last)
    .some(({ lower }) => negations.has(lower));
  return { value: !isDenied, first, last };
}

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
