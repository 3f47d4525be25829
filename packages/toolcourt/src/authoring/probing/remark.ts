import { findSecrets } from "@toolcourt/gateway/internal/boundary/redaction/find-secrets";
import { defaultRules } from "@toolcourt/gateway/internal/boundary/redaction/redaction";
import type { Answer } from "./answer.ts";
import type { Expectation } from "./expectation.ts";
import type { ProbeCall } from "./probe-context.ts";
import type { TestRuleId } from "./rules.ts";

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
export function judgeTraces(texts: readonly string[]): readonly Remark[] {
  if (!texts.some(hasStackTrace)) return [];
  const expected = "an error text for the caller";
  return [remark("test/stack-trace", expected, "a stack trace in the error text")];
}

/** Tells whether a text holds a stack trace of a common runtime. */
export function hasStackTrace(text: string): boolean {
  return stackTraces.some((trace) => trace.test(text));
}

// Each pattern matches only machine output: a frame with file and line, or a runtime's own heading.
const stackTraces: readonly RegExp[] = [
  // JavaScript: `    at name (file.js:1:2)`, `at file:///x.js:1:2`.
  /(?:^|\n|\\n)\s*at [^\n]{0,300}:\d{1,7}:\d{1,7}\)?/,
  /\bTraceback \(most recent call last\)/,
  /(?:^|\n)\s*File "[^"\n]{1,300}", line \d{1,7}, in /,
  // Java, Kotlin, Scala.
  /(?:^|\n)\s*at [\w$.<>]{1,300}\((?:[\w$]{1,100}\.(?:java|kt|scala):\d{1,7}|Native Method|Unknown Source)\)/,
  // C#.
  /(?:^|\n)\s*at [^\n]{1,300} in [^\n]{1,300}:line \d{1,7}/,
  /\bgoroutine \d{1,9} \[[a-z ]{1,40}\]:/,
  /\bthread '[^'\n]{1,100}' (?:\(\d+\) )?panicked at /,
  /(?:^|\n)[^\n:]{1,300}\.rb:\d{1,7}:in [`']/,
  /(?:^|\n)#\d{1,3} [^\n]{1,300}\.php\(\d{1,7}\): /,
];

/** Reports apparent secrets in an answer that were not in the input. */
export function judgeSecrets(
  texts: readonly string[],
  { call }: Pick<Tried, "call">,
): readonly Remark[] {
  const kinds = secretsIn(texts, JSON.stringify(call.input));
  if (kinds.length === 0) return [];
  const got = `an apparent secret (${kinds.join(", ")})`;
  return [remark("test/secret-in-output", "no secret", got)];
}

/** Returns the kinds of secrets in a result. Ignores secrets echoed from the input. */
export function secretsIn(texts: readonly string[], input: string): readonly string[] {
  const kinds = texts.flatMap((text) =>
    findSecrets(text)
      .filter(({ kind }) => defaultRules.secrets.has(kind))
      .filter(({ start, end }) => !input.includes(text.slice(start, end)))
      .map(({ kind }) => kind),
  );
  return [...new Set(kinds)].toSorted();
}
