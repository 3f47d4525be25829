import type { Random } from "../test/promises/random.ts";
import { encodings, spellings } from "./origins-disguises.ts";
import { type Ground, type Move, stranger } from "./origins-steps.ts";
import { sentenceWith } from "./origins-values.ts";

function disguised(disguise: (value: string, random: Random) => string): Move {
  return ({ value, random }) => {
    const written = disguise(value, random);
    return {
      steps: [stranger(sentenceWith(written, random), random)],
      value,
      truth: "third-party",
    };
  };
}

/** Values that a stranger names in another form. */
export const encoded: Readonly<Record<string, Move>> = Object.fromEntries(
  Object.entries(encodings).map(([name, disguise]) => [`encoded: ${name}`, disguised(disguise)]),
);

/** Spelled apart, only addresses and numbers are still found by their form. */
export const spelled: Readonly<Record<string, Move>> = Object.fromEntries(
  Object.entries(spellings).map(([name, disguise]) => [
    `spelled: ${name}`,
    (ground: Ground) => (isSpelled(name, ground) ? disguised(disguise)(ground) : undefined),
  ]),
);

function isSpelled(name: string, { kind, value }: Ground): boolean {
  if (name === "groups of four") return kind === "iban";
  if (name === "signs apart" || name === "signs as words") return kind === "email";
  if (name === "single spaces" || name === "single dots") return !value.includes(" ");
  return true;
}
