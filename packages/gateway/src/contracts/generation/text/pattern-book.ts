import { defaultLimits } from "../../schemas/limits.ts";
import { grantPatternBudget, readPattern } from "../../schemas/pattern.ts";
import { type PatternTree, parsePattern } from "./parse-pattern.ts";

/** A pattern that texts can be written for and tried against. */
export interface KnownPattern {
  readonly tree: PatternTree;
  readonly matches: (text: string) => boolean;
}

/** Patterns read once each. */
export type PatternBook = (source: string) => KnownPattern;

/** What trying one text may cost, in steps of the engine's own measure. */
const stepsForOneText = 10_000_000;

export function createPatternBook(): PatternBook {
  const known = new Map<string, KnownPattern>();
  return (source) => {
    const found = known.get(source) ?? read(source);
    known.set(source, found);
    return found;
  };
}

function read(source: string): KnownPattern {
  const reading = readPattern(source, defaultLimits);
  const test = reading.kind === "pattern" ? reading.pattern.test : () => false;
  return {
    tree: parsePattern(source),
    matches: (text) => {
      // The budget of the thread is what the last validation left of its own.
      grantPatternBudget(stepsForOneText);
      try {
        return test(text);
      } catch {
        return false;
      }
    },
  };
}
