import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Policy } from "../../packages/gateway/src/governance/policy/policy.ts";
import { demands } from "../../packages/gateway/src/governance/policy/sequence-schema.ts";
import { judgeSequence } from "../../packages/gateway/src/governance/sequences/judge.ts";
import { compareSequences, inWords, policyOf, toQuestion } from "./compare.ts";
import { origins, past, question, statements } from "./random.ts";
import type { Origin, Question, Statement } from "./reference.ts";

it("the judge of sequences and a second evaluator agree on 5,000 random questions", () => {
  const { compared, difference, answers } = compareSequences(5_000);

  expect({ compared, difference }).toEqual({ compared: 5_000, difference: undefined });
  // Questions that all get the same answer would show nothing.
  expect(Object.keys(answers).toSorted()).toEqual([
    "attended",
    "caller",
    "came-after",
    "count",
    "failed",
    "label",
    "not-after",
    "not-equal",
    "operator",
    "origin",
    "passed",
    "refused",
    "too-late",
    "total",
  ]);
  expect(Math.min(...Object.values(answers))).toBeGreaterThan(20);
});

const firmness = ["passed", "caller", "operator", "refused"];

function firmnessOf(policy: Policy, asked: Question): number {
  return firmness.indexOf(inWords(judgeSequence(policy, toQuestion(asked))).decision);
}

/** A statement that trusts an origin trusts all before it. */
const byTrust: readonly Origin[] = [
  "operator",
  "user",
  "first-party",
  "claimed",
  "unknown",
  "third-party",
];

function sensible(all: readonly Statement[]): readonly Statement[] {
  return all.map(({ from, ...others }) => ({
    ...others,
    ...(from && {
      from: Object.fromEntries(
        Object.entries(from).map(([role, listed]) => {
          const last = byTrust.findLastIndex((each) => listed.includes(each));
          return [role, byTrust.slice(0, last + 1)];
        }),
      ),
    }),
  }));
}

/** Statements that demand no past call, which one more could fulfil. */
const withoutPast = statements.map((all) =>
  all
    .map(({ after: _after, equals: _equals, ...others }) => others)
    .filter((each) => demands.some((demand) => demand in each)),
);

type Change = (asked: Question) => Question;

const changes: readonly (readonly [string, fc.Arbitrary<Change>])[] = [
  [
    "after a call more, whatever became of it",
    past.map((call) => (asked) => ({
      ...asked,
      calls: [...asked.calls, call],
      ...(asked.tenantCalls && { tenantCalls: [...asked.tenantCalls, call] }),
    })),
  ],
  [
    "while a call more is in flight",
    past.map((call) => (asked) => ({
      ...asked,
      calls: [...asked.calls, { ...call, state: "running", at: asked.now }],
    })),
  ],
  [
    "after a label more was read",
    fc.constantFrom("secret" as const, "pii" as const).map((label) => (asked) => ({
      ...asked,
      labels: [...new Set([...asked.labels, label])],
    })),
  ],
  [
    "if a value was seen in third-party text before, or loses its first-party sighting",
    fc.constantFrom("third-party" as const, "unknown" as const).map((to) => (asked) => ({
      ...asked,
      values: asked.values.map((value) =>
        byTrust.indexOf(value.origin) < byTrust.indexOf(to) ? { ...value, origin: to } : value,
      ),
    })),
  ],
  [
    "without the calls of the tenant",
    fc.constant(({ tenantCalls: _tenantCalls, ...asked }: Question) => asked),
  ],
];

describe("a decision is never milder", () => {
  it.each(changes)("%s", (_, change) => {
    const outcome = fc.check(
      fc.property(withoutPast.map(sensible), question, change, (all, asked, changed) => {
        const policy = policyOf(all);
        return firmnessOf(policy, changed(asked)) >= firmnessOf(policy, asked);
      }),
      { numRuns: 500 },
    );

    expect(outcome.counterexample).toBeNull();
  });

  it("and the order of trust covers every origin", () => {
    expect(byTrust.toSorted()).toEqual(origins.toSorted());
  });
});
