import { RE2JS } from "re2js";
import { toRe2 } from "./ecma-pattern.ts";
import type { SchemaLimits } from "./limits.ts";

/** A pattern whose matching time grows with the text and never faster. */
export interface Pattern {
  readonly test: (text: string) => boolean;
  /** The pattern as written. Ajv tells patterns apart by it. */
  readonly toString: () => string;
  /** How many steps one character of text may cost. */
  readonly programSize: number;
}

export type PatternReading =
  | { readonly kind: "pattern"; readonly pattern: Pattern }
  | { readonly kind: "unusable"; readonly reason: string };

/** Thrown when patterns have cost one validation more than the main thread may give. */
export class PatternBudgetSpent extends Error {
  override readonly name = "PatternBudgetSpent";
}

// One budget for the thread: validation is synchronous, so whoever validates has it to himself.
let budget = Number.POSITIVE_INFINITY;

/** Gives the patterns of the coming validation `steps` to spend, a step being one instruction for one character. */
export function grantPatternBudget(steps: number): void {
  budget = steps;
}

/** Compiles with RE2, never with V8: V8 may take exponential time, and its linear engine cannot do Unicode. */
export function readPattern(source: string, limits: SchemaLimits): PatternReading {
  if (source.length > limits.maxPatternLength) {
    return unusable(`is longer than ${limits.maxPatternLength} characters`);
  }
  const translation = toRe2(source);
  if (translation.kind === "unsupported") return unusable(`uses ${translation.reason}`);
  try {
    const compiled = RE2JS.compile(translation.pattern);
    const programSize = compiled.programSize();
    if (programSize > limits.maxPatternProgram) return unusable("repeats too much");
    return { kind: "pattern", pattern: metered(compiled, source) };
  } catch {
    return unusable("is not a regular expression that RE2 can run");
  }
}

/** For patterns that admission has let in. */
export function patternOf(source: string, limits: SchemaLimits): Pattern {
  const reading = readPattern(source, limits);
  if (reading.kind === "unusable") throw new TypeError(`A pattern ${reading.reason}.`);
  return reading.pattern;
}

function metered(compiled: RE2JS, source: string): Pattern {
  const programSize = compiled.programSize();
  return {
    programSize,
    toString: () => source,
    test: (text) => {
      budget -= (text.length + 1) * programSize;
      if (budget < 0) throw new PatternBudgetSpent();
      return compiled.test(text);
    },
  };
}

function unusable(reason: string): PatternReading {
  return { kind: "unusable", reason };
}
