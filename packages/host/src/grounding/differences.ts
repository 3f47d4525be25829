import { dimensionOf } from "../planner/units.ts";
import { bindingDiffers } from "./bindings.ts";
import { type Facts, isTopic } from "./facts.ts";
import { hasMore, type Pairing } from "./pairing.ts";
import {
  comparisonDiffers,
  conditionDiffers,
  modalityDiffers,
  negationDiffers,
  quantifierDiffers,
} from "./wording-differences.ts";

const tests = {
  "number-differs": ({ claim, evidence }: Pairing) =>
    hasMore(
      claim.quantities.map(({ value }) => String(value)),
      evidence.quantities.map(({ value }) => String(value)),
    ),
  "unit-differs": unitDiffers,
  "date-differs": ({ claim, evidence }: Pairing) =>
    claim.dates.some((date) => !isDated(date, evidence)),
  "identifier-differs": ({ claim, evidence }: Pairing) =>
    claim.identifiers.some((one) => !evidence.identifiers.includes(one)),
  "name-differs": nameDiffers,
  "negation-differs": negationDiffers,
  "quantifier-differs": quantifierDiffers,
  "comparison-differs": comparisonDiffers,
  "modality-differs": modalityDiffers,
  "condition-differs": conditionDiffers,
  "subject-differs": bindingDiffers,
} as const satisfies Readonly<Record<string, (pairing: Pairing) => boolean>>;

/** How a claim differs from its evidence. */
export type Difference = keyof typeof tests;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of an object that is written above
const all = Object.keys(tests) as readonly Difference[];

export function differencesOf(pairing: Pairing): readonly Difference[] {
  return all.filter((difference) => tests[difference](pairing));
}

function unitDiffers(pairing: Pairing): boolean {
  return unitExchanged(pairing) || quantityDiffers(pairing);
}

/** Detects an exchanged unit of the same dimension: "after months" from "after years". */
function unitExchanged({ claim, evidence }: Pairing): boolean {
  const has = new Set(evidence.tokens.flatMap(({ stems }) => stems));
  const kinds = new Set(evidence.tokens.map((token) => kindOfUnit(token.lower)));
  return claim.tokens.some(({ lower, stems }) => {
    const kind = kindOfUnit(lower);
    return kind !== undefined && kinds.has(kind) && stems.every((stem) => !has.has(stem));
  });
}

/** Ignores short units: they are more often ordinary words. */
function kindOfUnit(word: string): string | undefined {
  return word.length > 3 ? dimensionOf(word) : undefined;
}

function quantityDiffers({ claim, evidence }: Pairing): boolean {
  return claim.quantities.some(({ value, unit }) => {
    const same = evidence.quantities.filter((one) => one.value === value);
    return same.length > 0 && same.every((one) => one.unit !== unit);
  });
}

/** A date may be less precise than in the evidence, never different or more precise. */
function isDated(date: string, { dates }: Facts): boolean {
  return dates.some((other) => date.split(" ").every((part) => other.split(" ").includes(part)));
}

/** Detects a name the evidence lacks, or has less often: then it displaces another. */
function nameDiffers({ claim, evidence }: Pairing): boolean {
  const initials = initialsOf(evidence);
  return hasMore(
    claim.names.filter((name) => !isInitials(name, initials)).map((name) => bare(name)),
    evidence.tokens.flatMap(({ stems }) => stems.map((stem) => bare(stem))),
  );
}

/** Strips accents, which not all writers use. */
function bare(stem: string): string {
  return stem.normalize("NFD").replaceAll(/\p{M}/gu, "");
}

/** Returns the initials of the topic words in order, with a space for words without a capital. */
function initialsOf({ tokens }: Facts): string {
  return tokens
    .filter((token) => isTopic(token))
    .map(({ text, lower }) => (/^\p{Lu}/u.test(text) ? lower.charAt(0) : " "))
    .join("");
}

/** Detects "WHO" for "World Health Organization". Two letters would match by chance. */
function isInitials(name: string, initials: string): boolean {
  return name.length > 2 && name.length < 7 && initials.includes(name);
}
