import type { Policy, Statement } from "./policy.ts";
import { Judging, type RecordedQuestion } from "./recorded-question.ts";

/** Whether a condition holds for a statement of this effect. Undefined: that is not proven. */
export interface Known {
  readonly allow?: boolean;
  readonly deny?: boolean;
}

/** What a policy decided about a call, as the audit log has it. */
export type RecordedDecision =
  | { readonly kind: "allowed"; readonly statement: string }
  /** Without a statement none allowed it. */
  | { readonly kind: "refused"; readonly statement: string | undefined }
  /** Refused before the arguments were looked at. */
  | { readonly kind: "not-permitted"; readonly statement: string | undefined };

/**
 * Returns what a recorded decision proves about the conditions of the policy that made it, by their
 * text. A deny before the deciding statement was false, and so on.
 */
export function learnConditions(
  policy: Policy,
  question: RecordedQuestion,
  decision: RecordedDecision,
): ReadonlyMap<string, Known> {
  const known = new Map<string, Known>();
  const deciding = policy.statements.find(({ entry }) => entry.id === decision.statement);
  // Another policy made the decision, or a built-in statement.
  const isOther = deciding?.entry.id !== decision.statement;
  if (isOther || decision.kind === "not-permitted") return known;
  const judging = new Judging(policy, question);
  const prove = provenBy(decision, deciding);
  const meant = policy.statements.filter(
    (each) => !dependsOnRoles(each) && judging.matches(each) === true,
  );
  for (const statement of meant) {
    const { when = "" } = statement.entry;
    known.set(when, { ...known.get(when), ...prove(statement) });
  }
  return known;
}

/** Roles and permissions are given by each policy anew. */
function dependsOnRoles({ reads = [] }: Statement): boolean {
  return reads.some((read) =>
    ["principal", "principal.roles", "principal.permissions"].includes(read),
  );
}

type Prove = (statement: Statement) => Known | undefined;

const isFalse: Known = { allow: false, deny: false };
/** It may have failed, and would then hold as a deny. */
const isNotTrue: Known = { allow: false };

/** Denies come first, then allows, both in file order. The first that holds decides. */
function provenBy({ kind }: RecordedDecision, deciding: Statement | undefined): Prove {
  const isBefore = ({ position }: Statement): boolean =>
    position < (deciding?.position ?? Infinity);
  if (kind === "allowed") {
    return (each) => {
      if (each === deciding) return { allow: true, deny: true };
      if (each.entry.effect === "deny") return isFalse;
      return isBefore(each) ? isNotTrue : undefined;
    };
  }
  if (deciding === undefined) {
    return ({ entry }) => (entry.effect === "deny" ? isFalse : isNotTrue);
  }
  return (each) => {
    // It decides also if its condition fails.
    if (each === deciding) return { deny: true };
    return each.entry.effect === "deny" && isBefore(each) ? isFalse : undefined;
  };
}
