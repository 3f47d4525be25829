import { defaultLimits } from "../../schemas/limits.ts";
import { grantPatternBudget, readPattern } from "../../schemas/pattern.ts";
import { type PatternTree, parsePattern } from "./parse-pattern.ts";

/** A pattern to write texts for and to test texts against. */
export interface KnownPattern {
  readonly tree: PatternTree;
  readonly matches: (text: string) => boolean;
}

/** A cache of parsed patterns. */
export type PatternBook = (source: string) => KnownPattern;

/** Cost limit of matching one text, in the engine's steps. */
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
      // The thread's budget is a leftover of the last validation, so grant a fresh one.
      grantPatternBudget(stepsForOneText);
      try {
        return test(text);
      } catch {
        return false;
      }
    },
  };
}
