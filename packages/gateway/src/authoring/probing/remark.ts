import type { Answer } from "./answer.ts";
import type { Expectation } from "./expectation.ts";
import type { ProbeCall } from "./probe-call.ts";
import type { TestRuleId } from "./rules.ts";
import { hasStackTrace } from "./stack-trace.ts";

/** What one answer shows. `key` tells findings of the same rule apart that are worth telling apart. */
export interface Remark {
  readonly rule: TestRuleId;
  readonly key: string;
  readonly pointer?: string;
  readonly expected: string;
  readonly got: string;
}

/** A call, what was to be expected of it, and what came. */
export interface Tried {
  readonly call: ProbeCall;
  readonly expectation: Expectation;
  /** Whether the contract gives this input as an example. */
  readonly isExample: boolean;
  readonly answer: Answer;
}

export function remark(rule: TestRuleId, expected: string, got: string): Remark {
  return { rule, key: rule, expected, got };
}

/** What is wrong with the words of an error. */
export function traces(texts: readonly string[]): readonly Remark[] {
  if (!texts.some(hasStackTrace)) return [];
  const expected = "an error text for whoever called";
  return [remark("test/stack-trace", expected, "a stack trace in the error text")];
}
