import * as fc from "fast-check";
import { expect, it } from "vitest";
import { judgeSequence } from "../../packages/gateway/src/governance/sequences/judge.ts";
import { inWords, policyOf, toQuestion } from "./compare.ts";
import { question, statements } from "./random.ts";
import type { Statement } from "./reference.ts";

// A changed file applies by itself where it narrows. What counts as narrower must never be milder.

const firmness = ["passed", "caller", "operator", "refused"];

type Change = (statement: Statement) => Statement;

const changes: readonly Change[] = [
  (same) => same,
  ({ condition: _condition, ...others }) => others,
  ({ tools: _tools, ...others }) => others,
  ({ principals: _principals, ...others }) => others,
  ({ effects: _effects, ...others }) => others,
  ({ ask: _ask, ...others }) => others,
  (before) => ({ ...before, ask: "operator" }),
  (before) => ({ ...before, ask: "caller" }),
  (before) => ({ ...before, mode: "observe" }),
  (before) => ({ ...before, mode: "enforce" }),
  (before) => ({ ...before, effects: ["read", "write", "destroy"] }),
  (before) => ({ ...before, unattended: false }),
  (before) => ({ ...before, content_without: ["secret", "pii"] }),
  (before) => ({ ...before, from: { destination: ["user"] } }),
  ({ total, ...others }) => ({ ...others, ...(total && { total: { ...total, at_most: 2 } }) }),
  ({ total, ...others }) => ({ ...others, ...(total && { total: { ...total, over: 5_000 } }) }),
  ({ count, ...others }) => ({ ...others, ...(count && { count: { ...count, over: 20_000 } }) }),
  ({ after, ...others }) => ({ ...others, ...(after && { after: { ...after, within: 5_000 } }) }),
  ({ after, ...others }) => ({ ...others, ...(after && { after: { tool: after.tool } }) }),
  ({ not_after, ...others }) => {
    const { same: _same, ...wider } = not_after ?? {};
    return { ...others, ...(not_after && { not_after: wider }) };
  },
  ({ not_after, ...others }) => {
    const { within: _within, ...wider } = not_after ?? {};
    return { ...others, ...(not_after && { not_after: wider }) };
  },
];

const edits = fc.array(fc.constantFrom(...changes), { minLength: 4, maxLength: 4 });

it("a change that counts as narrower is never milder", () => {
  let [narrower, wider, firmer] = [0, 0, 0];
  const outcome = fc.check(
    fc.property(
      fc.record({ old: statements, edits, more: statements, isLonger: fc.boolean() }),
      fc.array(question, { minLength: 5, maxLength: 5 }),
      ({ old, edits: edited, more, isLonger }, asked) => {
        const changed = old.map((each, index) => edited[index]?.(each) ?? each);
        const added = isLonger ? more.map((each) => ({ ...each, id: `more-${each.id}` })) : [];
        const [before, now] = [policyOf(old), policyOf([...added, ...changed])];
        if (!now.isWithin(before)) {
          wider += 1;
          return true;
        }
        narrower += 1;
        return asked.every((each) => {
          const [was, is] = [before, now].map((policy) =>
            firmness.indexOf(inWords(judgeSequence(policy, toQuestion(each))).decision),
          );
          if (is !== was) firmer += 1;
          return is !== undefined && was !== undefined && is >= was;
        });
      },
    ),
    { numRuns: 400 },
  );

  expect(outcome.counterexample).toBeNull();
  expect(narrower).toBeGreaterThan(150);
  // Changes that all widen, or change nothing, would show nothing.
  expect(wider).toBeGreaterThan(50);
  expect(firmer).toBeGreaterThan(50);
}, 20_000);
