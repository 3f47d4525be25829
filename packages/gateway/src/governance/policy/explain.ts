import type { Verdict } from "./condition/compile.ts";
import { createAsk, evaluate } from "./evaluate.ts";
import type { Policy, Statement } from "./policy.ts";
import type { PolicyDecision, PolicyQuestion } from "./question.ts";
import { isAbout, isFor } from "./selectors.ts";

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
