import type { JsonValue } from "@toolcourt/sdk";
import { isUnitParameter } from "./closed-values.ts";
import type {
  DayMention,
  ListMention,
  Mention,
  NumberMention,
  Question,
  TextMention,
} from "./mention.ts";
import { admits, type Parameter } from "./parameters.ts";
import { itemOf } from "./take-apart.ts";
import { dimensionOf } from "./units.ts";
import { between, partsOf, stemOf, writtenAs } from "./words.ts";

/** A mention as the value of one parameter. */
export interface Candidate {
  readonly mention: Mention;
  readonly value: JsonValue;
  /**
   * Whether only an explicit statement in the question counts, because the types do not match well.
   */
  readonly isUnlikely: boolean;
}

/** Returns the mentions a parameter's type accepts, with their values. */
export function candidatesFor(question: Question, parameter: Parameter): readonly Candidate[] {
  if (parameter.constant !== undefined) return [];
  const candidates =
    parameter.kind === "list" ? listsFor(question, parameter) : singlesFor(question, parameter);
  return candidates.filter(({ value }) => admits(parameter.limits, value));
}

function singlesFor(question: Question, parameter: Parameter): readonly Candidate[] {
  return question.mentions.flatMap((mention) => {
    const value = valueFor(question, parameter, mention);
    if (value === undefined) return [];
    return [{ mention, value, isUnlikely: parameter.kind === "text" && mention.kind === "number" }];
  });
}

function valueFor(
  question: Question,
  parameter: Parameter,
  mention: Mention,
): JsonValue | undefined {
  if (parameter.kind === "text") return textFor(question, parameter, mention);
  const isNumeric = parameter.kind === "number" || parameter.kind === "integer";
  return isNumeric && mention.kind === "number" ? numberFor(parameter, mention) : undefined;
}

function textFor({ tokens }: Question, parameter: Parameter, mention: Mention): string | undefined {
  if (isUnitParameter(parameter)) return undefined;
  if (parameter.dayForm !== undefined) {
    return mention.kind === "day" ? dayFor(parameter.dayForm, mention) : undefined;
  }
  if (mention.kind === "number") return writtenAs(tokens, mention.first, mention.last);
  return mention.kind === "text" && isInForm(parameter, mention) ? mention.text : undefined;
}

function dayFor(form: string, { iso }: DayMention): string {
  const [year = "", month = "", day = ""] = iso.split("-");
  return form
    .replace(/Y+/, (run) => (run.length === 2 ? year.slice(2) : year))
    .replace("MM", month)
    .replace("DD", day);
}

/** Returns lists, and pairs joined by "and". */
function listsFor(question: Question, { items, choices }: Parameter): readonly Candidate[] {
  if (items === "other" || choices.length > 0) return [];
  const lists = question.mentions.filter((mention) => mention.kind === "list");
  const pairs = question.mentions.flatMap((left, at) =>
    pairOf(question, left, question.mentions[at + 1]),
  );
  return [...lists, ...pairs]
    .filter((mention) =>
      mention.items.every((item) => (items === "number") === (typeof item === "number")),
    )
    .map((mention) => ({ mention, value: [...mention.items], isUnlikely: false }));
}

function pairOf(
  { tokens }: Question,
  left: Mention,
  right: Mention | undefined,
): readonly ListMention[] {
  if (right?.kind !== left.kind || left.kind === "list" || left.kind === "day") return [];
  const joint = left.kind === "number" ? /^(?:and|,|&)$/ : /^(?:and|&)$/;
  if (!joint.test(between(tokens, left.last, right.first))) return [];
  const { first, last } = { first: left.first, last: right.last };
  return [{ kind: "list", items: [itemOf(left), itemOf(right)], first, last }];
}

/** Returns the value of a number for a parameter, or undefined if it cannot be one. */
function numberFor(parameter: Parameter, mention: NumberMention): number | undefined {
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

type Form = (text: string, mention: TextMention) => boolean;

/** The required form of a text, by words in the parameter's name or description. */
const forms: readonly (readonly [RegExp, Form])[] = [
  // Credentials are never read from a question.
  [/\b(?:api key|apikey|token|secret|password|credentials?|authorization)\b/i, () => false],
  [/\b(?:url|uri|link|website|webpage|endpoint)\b/i, (text) => /^https?:|\.\p{L}{2,}/u.test(text)],
  [/\be-?mail\b/i, (text) => text.includes("@")],
  [
    /\b(?:path|file|filename|directory|folder)\b/i,
    (text, { form }) => form === "quoted" || /[./\\]/.test(text),
  ],
  [
    /\b(?:uuid|guid|hash|id|ids|key|hex|wallet|contract address)\b/i,
    (text, { form }) => form !== "name" || /\d/.test(text),
  ],
];

/** Checked on the whole parameter: its description may mention codes. */
const code = /\b(?:code|abbreviation|iso|ticker|symbol)\b/i;

/**
 * Returns whether a text has the form a parameter needs. A plain name does not suffice for a code,
 * an address, or a place with its state.
 */
export function isInForm(parameter: Parameter, mention: TextMention): boolean {
  const form = known.get(parameter) ?? formOf(parameter);
  known.set(parameter, form);
  return form(mention.text, mention);
}

/** Cached: a question may have a hundred texts, and a description two thousand characters. */
const known = new WeakMap<Parameter, Form>();

function formOf({ name, description }: Parameter): Form {
  const parts = partsOf(name).join(" ");
  const [, form] = forms.find(([words]) => words.test(parts)) ?? [];
  if (form !== undefined) return form;
  if (code.test(`${parts} ${description}`)) return (text) => /^[\p{Lu}\p{N}._-]{1,12}$/u.test(text);
  return wantsState(description) ? (text) => text.includes(",") : () => true;
}

/** Detects "Austin, TX" as an example, or "city and state" in words. */
function wantsState(description: string): boolean {
  return (
    /\p{Lu}\p{Ll}+, \p{Lu}{2}\b/u.test(description) ||
    /\bcity(?: and |, ?)(?:the )?(?:state|country)\b/i.test(description)
  );
}
