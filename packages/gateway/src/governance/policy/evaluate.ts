import { type Budget, maxSteps, type Verdict } from "./condition/compile.ts";
import { ConnectionFacts, type Facts, type Weight, weigh } from "./condition/facts.ts";
import type { Policy, Statement } from "./policy.ts";
import type { PolicyDecision, PolicyPrincipal, PolicyQuestion, PolicyTool } from "./question.ts";
import { isAbout, isFor } from "./selectors.ts";

/**
 * Answers a question. Deterministic: the same policy and question always have the same answer.
 * Every error is a refusal.
 */
export function evaluate(policy: Policy, question: PolicyQuestion): PolicyDecision {
  const { denies, allows, access } = policy.planFor(question.principal, question.tool);
  if (access.kind === "forbidden" && access.missing.length > 0) {
    return { kind: "refused", because: "missing-permission", missing: access.missing };
  }
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
function createAsk(policy: Policy, question: PolicyQuestion): (statement: Statement) => Verdict {
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

/**
 * Returns whether some arguments at some time may let a principal call a tool. Lists show exactly
 * these tools, and the stage `permit` refuses all others. Each call is still decided on its own.
 */
export function couldAllow(policy: Policy, principal: PolicyPrincipal, tool: PolicyTool): boolean {
  return policy.planFor(principal, tool).access.kind === "permitted";
}

/** The role of a statement in a decision. */
export type Fate =
  | "decided"
  /** It holds, but another statement decided first. */
  | "holds"
  | "other-principal"
  | "other-tool"
  | "condition-false"
  | "condition-failed";

export interface Account {
  readonly decision: PolicyDecision;
  readonly roles: readonly string[];
  /** One per statement, in file order. */
  readonly statements: readonly {
    readonly id: string;
    readonly effect: "allow" | "deny";
    readonly fate: Fate;
  }[];
}

/** Answers a question, and explains for every statement why it decided or did not. */
export function explain(policy: Policy, question: PolicyQuestion): Account {
  const decision = evaluate(policy, question);
  const standing = policy.standingOf(question.principal);
  const deciding = "statement" in decision ? decision.statement : undefined;
  const fateOf = (statement: Statement): Fate => {
    const { entry } = statement;
    if (!isAbout(entry, question.tool)) return "other-tool";
    if (!isFor(entry, question.principal, standing.roles)) return "other-principal";
    // Each gets its own budget: a statement is explained even if the call could not afford it.
    const fate = fates[createAsk(policy, question)(statement)];
    return entry.id === deciding ? "decided" : fate;
  };
  return {
    decision,
    roles: [...standing.roles],
    statements: policy.statements.map((statement) => ({
      id: statement.entry.id,
      effect: statement.entry.effect,
      fate: fateOf(statement),
    })),
  };
}

const fates = {
  true: "holds",
  false: "condition-false",
  failed: "condition-failed",
} satisfies Record<Verdict, Fate>;
