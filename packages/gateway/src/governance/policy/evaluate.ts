import type { Budget, Verdict } from "./condition/compile.ts";
import { ConnectionFacts, type Facts } from "./condition/facts.ts";
import { type Weight, weigh } from "./condition/weigh.ts";
import type { Policy, Statement } from "./policy.ts";
import type { PolicyDecision, PolicyQuestion } from "./question.ts";

/** Cost limit of all conditions of one question, in steps of about ten nanoseconds. */
const maxSteps = 5_000_000;

/**
 * Answers a question. Deterministic: the same policy and question always have the same answer.
 * Every error is a refusal.
 */
export function evaluate(policy: Policy, question: PolicyQuestion): PolicyDecision {
  const standing = policy.standingOf(question.principal);
  const missing = standing.missing(question.tool.contract.terms.permissions ?? []);
  if (missing.length > 0) return { kind: "refused", because: "missing-permission", missing };

  const { denies, allows } = policy.viewOf(question.tool).planFor(question.principal, standing);
  const ask = createAsk(policy, question);
  for (const statement of denies) {
    const verdict = ask(statement);
    const { id } = statement.entry;
    if (verdict === "true") return { kind: "refused", because: "denied", statement: id };
    // A failed deny counts as a match, to be safe.
    if (verdict === "failed")
      return { kind: "refused", because: "condition-failed", statement: id };
  }
  const deciding = allows.find((statement) => ask(statement) === "true");
  if (deciding === undefined) return { kind: "refused", because: "no-statement" };
  return { kind: "allowed", statement: deciding.entry.id };
}

/** Returns whether a statement holds. Builds the facts lazily, for the first condition. */
export function createAsk(
  policy: Policy,
  question: PolicyQuestion,
): (statement: Statement) => Verdict {
  const budget: Budget = { left: maxSteps };
  let known: { readonly facts: Facts; readonly weight: Weight } | undefined;
  return ({ condition }) => {
    if (condition === undefined) return "true";
    known ??= factsOf(policy, question);
    return condition(known.facts, known.weight, budget);
  };
}

function factsOf(
  policy: Policy,
  { principal, tool, args, connection, now }: PolicyQuestion,
): { readonly facts: Facts; readonly weight: Weight } {
  const standing = policy.standingOf(principal);
  const view = policy.viewOf(tool);
  return {
    facts: {
      principal: standing.facts,
      tool: view.tool,
      contract: view.contract,
      args,
      connection: new ConnectionFacts(connection),
      now: new Date(now),
    },
    weight: weigh(args, view.planFor(principal, standing).weight),
  };
}
