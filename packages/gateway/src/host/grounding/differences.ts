import { dimensionOf } from "../planner/units.ts";
import { bindingDiffers } from "./bindings.ts";
import { type Facts, isTopic } from "./facts.ts";
import { hasMore } from "./has-more.ts";
import type { Pairing } from "./pairing.ts";
import {
  comparisonDiffers,
  conditionDiffers,
  modalityDiffers,
  negationDiffers,
  quantifierDiffers,
} from "./wording-differences.ts";

/** In what a claim says something else than its evidence. */
export type Difference =
  | "number-differs"
  | "unit-differs"
  | "date-differs"
  | "identifier-differs"
  | "name-differs"
  | "negation-differs"
  | "quantifier-differs"
  | "comparison-differs"
  | "modality-differs"
  | "condition-differs"
  | "subject-differs";

const tests: Readonly<Record<Difference, (pairing: Pairing) => boolean>> = {
  "number-differs": ({ claim, evidence }) =>
    hasMore(
      claim.quantities.map(({ value }) => String(value)),
      evidence.quantities.map(({ value }) => String(value)),
    ),
  "unit-differs": unitDiffers,
  "date-differs": ({ claim, evidence }) => claim.dates.some((date) => !isDated(date, evidence)),
  "identifier-differs": ({ claim, evidence }) =>
    claim.identifiers.some((one) => !evidence.identifiers.includes(one)),
  "name-differs": nameDiffers,
  "negation-differs": negationDiffers,
  "quantifier-differs": quantifierDiffers,
  "comparison-differs": comparisonDiffers,
  "modality-differs": modalityDiffers,
  "condition-differs": conditionDiffers,
  "subject-differs": bindingDiffers,
};

const all: readonly Difference[] = [
  "number-differs",
  "unit-differs",
  "date-differs",
  "identifier-differs",
  "name-differs",
  "negation-differs",
  "quantifier-differs",
  "comparison-differs",
  "modality-differs",
  "condition-differs",
  "subject-differs",
];

export function differencesOf(pairing: Pairing): readonly Difference[] {
  return all.filter((difference) => tests[difference](pairing));
}

function unitDiffers(pairing: Pairing): boolean {
  return unitExchanged(pairing) || quantityDiffers(pairing);
}

/** "After months" of "after years": a unit that the evidence has not, where it has another of the kind. */
function unitExchanged({ claim, evidence }: Pairing): boolean {
  const has = new Set(evidence.tokens.flatMap(({ stems }) => stems));
  const kinds = new Set(evidence.tokens.map((token) => kindOfUnit(token.lower)));
  return claim.tokens.some(({ lower, stems }) => {
    const kind = kindOfUnit(lower);
    return kind !== undefined && kinds.has(kind) && stems.every((stem) => !has.has(stem));
  });
}

/** Short ones are other words more often than units. */
function kindOfUnit(word: string): string | undefined {
  return word.length > 3 ? dimensionOf(word) : undefined;
}

function quantityDiffers({ claim, evidence }: Pairing): boolean {
  return claim.quantities.some(({ value, unit }) => {
    const same = evidence.quantities.filter((one) => one.value === value);
    return same.length > 0 && same.every((one) => one.unit !== unit);
  });
}

/** A date may say less than the evidence's, never another or more. */
function isDated(date: string, { dates }: Facts): boolean {
  return dates.some((other) => date.split(" ").every((part) => other.split(" ").includes(part)));
}

/** A name that the evidence has not, or not so often: then it stands where the evidence has another. */
function nameDiffers({ claim, evidence }: Pairing): boolean {
  const initials = initialsOf(evidence);
  return hasMore(
    claim.names.filter((name) => !isInitials(name, initials)).map((name) => bare(name)),
    evidence.tokens.flatMap(({ stems }) => stems.map((stem) => bare(stem))),
  );
}

/** Not everybody writes the accents of a name. */
function bare(stem: string): string {
  return stem.normalize("NFD").replaceAll(/\p{M}/gu, "");
}

/** The first letters of the words with a topic, in order, with a space where one has no capital. */
function initialsOf({ tokens }: Facts): string {
  return tokens
    .filter((token) => isTopic(token))
    .map(({ text, lower }) => (/^\p{Lu}/u.test(text) ? lower.charAt(0) : " "))
    .join("");
}

/** "WHO" for "World Health Organization". Two letters meet by chance. */
function isInitials(name: string, initials: string): boolean {
  return name.length > 2 && name.length < 7 && initials.includes(name);
}
