import { RE2JS } from "re2js";
import { toRe2 } from "./ecma-pattern.ts";
import type { SchemaLimits } from "./limits.ts";

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

/** A pattern with linear matching time. */
export class Pattern {
  /** Maximum steps per character of text. */
  readonly programSize: number;
  readonly #compiled: RE2JS;
  readonly #source: string;

  constructor(compiled: RE2JS, source: string) {
    this.programSize = compiled.programSize();
    this.#compiled = compiled;
    this.#source = source;
  }

  test(text: string): boolean {
    budget -= (text.length + 1) * this.programSize;
    if (budget < 0) throw new PatternBudgetSpent();
    return this.#compiled.test(text);
  }

  /** Returns the source as written. Ajv distinguishes patterns by it. */
  toString(): string {
    return this.#source;
  }
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
    const pattern = new Pattern(RE2JS.compile(translation.pattern), source);
    if (pattern.programSize > limits.maxPatternProgram) return unusable("repeats too much");
    return { kind: "pattern", pattern };
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

function unusable(reason: string): PatternReading {
  return { kind: "unusable", reason };
}
