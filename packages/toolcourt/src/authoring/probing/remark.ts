import type { Answer } from "./answer.ts";
import type { Expectation } from "./expectation.ts";
import type { ProbeCall } from "./probe-call.ts";
import type { TestRuleId } from "./rules.ts";
import { hasStackTrace } from "./stack-trace.ts";

/** One observation about an answer. `key` separates findings of the same rule. */
export interface Remark {
  readonly rule: TestRuleId;
  readonly key: string;
  readonly pointer?: string;
  readonly expected: string;
  readonly got: string;
}

/** A call, its expectation and its answer. */
export interface Tried {
  readonly call: ProbeCall;
  readonly expectation: Expectation;
  /** Whether this input is an example in the contract. */
  readonly isExample: boolean;
  readonly answer: Answer;
}

export function remark(rule: TestRuleId, expected: string, got: string): Remark {
  return { rule, key: rule, expected, got };
}

/** Reports a stack trace in an error text. */
export function traces(texts: readonly string[]): readonly Remark[] {
  if (!texts.some(hasStackTrace)) return [];
  const expected = "an error text for whoever called";
  return [remark("test/stack-trace", expected, "a stack trace in the error text")];
}
