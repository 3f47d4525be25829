import { RE2JS } from "re2js";
import { toRe2 } from "./ecma-pattern.ts";
import type { SchemaLimits } from "./limits.ts";

/** A pattern with linear matching time. */
export interface Pattern {
  readonly test: (text: string) => boolean;
  /** The source as written. Ajv distinguishes patterns by it. */
  readonly toString: () => string;
  /** Maximum steps per character of text. */
  readonly programSize: number;
}

export type PatternReading =
  | { readonly kind: "pattern"; readonly pattern: Pattern }
  | { readonly kind: "unusable"; readonly reason: string };

/** Thrown when patterns exceed the main thread's budget for one validation. */
export class PatternBudgetSpent extends Error {
  override readonly name = "PatternBudgetSpent";
}

// One budget per thread: validation is synchronous, so there is only one user at a time.
let budget = Number.POSITIVE_INFINITY;

/** Sets the pattern budget of the next validation. A step is one instruction for one character. */
export function grantPatternBudget(steps: number): void {
  budget = steps;
}

/**
 * Compiles a pattern with RE2, never with V8: V8 may take exponential time, and its linear engine
 * lacks Unicode.
 */
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

/** Returns the pattern of an admitted source. */
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
