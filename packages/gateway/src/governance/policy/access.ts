import { type Budget, maxSteps, type Verdict } from "./condition/compile.ts";
import { ConnectionFacts, type Facts, type Weight } from "./condition/facts.ts";
import type { CurrentPolicy } from "./open-policy.ts";
import type { Plan, Policy, Statement } from "./policy.ts";
import type { PolicyPrincipal, PolicyTool } from "./question.ts";

/** What a principal may do with a tool, whatever the arguments, the connection and the time. */
export type Access =
  /** Some arguments may be allowed. Each call is decided on its own. */
  | { readonly kind: "permitted" }
  | {
      readonly kind: "forbidden";
      /** Permissions that the contract requires. Empty if the statements forbid it. */
      readonly missing: readonly string[];
      /** The statement that denies every call. Default: none allows any. */
      readonly statement?: string;
    };

/** The access by the policy in force, and its version. */
export type CurrentAccess =
  | Extract<Access, { readonly kind: "permitted" }>
  | (Extract<Access, { readonly kind: "forbidden" }> & { readonly policy: string })
  /** There is no usable policy. */
  | { readonly kind: "unavailable" };

export type AccessOf = (principal: PolicyPrincipal, tool: PolicyTool) => CurrentAccess;

const permitted: Access = { kind: "permitted" };
const unavailable: CurrentAccess = { kind: "unavailable" };

/** Reads the access from the policy in force. It is computed once per principal and tool. */
export function createAccessOf(current: CurrentPolicy): AccessOf {
  return (principal, tool) => {
    const state = current.state();
    if (state.kind === "unusable") return unavailable;
    const access = accessIn(state.policy, principal, tool);
    return access.kind === "permitted" ? access : { ...access, policy: state.policy.version };
  };
}

/** Returns the access that a policy gives, and that those beside it give too. */
export function accessIn(policy: Policy, principal: PolicyPrincipal, tool: PolicyTool): Access {
  const { access } = policy.planFor(principal, tool);
  const { within } = policy;
  if (within === undefined || access.kind === "forbidden") return access;
  return accessIn(within, principal, tool);
}

interface Known {
  readonly facts: Pick<Facts, "principal" | "tool" | "contract" | "request">;
  readonly weight: Weight;
}

/**
 * Decides what needs no arguments. A condition that reads arguments, the connection or the time
 * stays open. An open deny does not forbid, and an open allow permits.
 */
export function accessBy(
  { missing, denies, allows }: Pick<Plan, "denies" | "allows"> & Missing,
  known: Known,
): Access {
  if (missing.length > 0) return { kind: "forbidden", missing };
  const ask = createAsk(known);
  // A failed deny counts as a match, as it does for a call.
  const against = denies.find((statement) => ["true", "failed"].includes(ask(statement)));
  if (against !== undefined) {
    return { kind: "forbidden", missing, statement: against.entry.id };
  }
  const isOpen = allows.some((statement) => ["true", "open"].includes(ask(statement)));
  return isOpen ? permitted : { kind: "forbidden", missing };
}

/**
 * Reports whether every call is allowed, whatever its arguments, its connection and the time. What
 * stays open is not.
 */
export function allowsEvery(
  { denies, allows }: Pick<Plan, "denies" | "allows">,
  known: Known,
): boolean {
  const ask = createAsk(known);
  return (
    denies.every((statement) => ask(statement) === "false") &&
    allows.some((statement) => ask(statement) === "true")
  );
}

interface Missing {
  readonly missing: readonly string[];
}

function createAsk({ facts, weight }: Known): (statement: Statement) => Verdict | "open" {
  const all: Facts = { ...facts, args: {}, connection: new ConnectionFacts(undefined), now };
  return ({ condition, isFixed }) => {
    if (condition === undefined) return "true";
    if (isFixed !== true) return "open";
    // A budget of its own: a call that cannot afford all conditions is refused later.
    const budget: Budget = { left: maxSteps };
    return condition(all, weight, budget);
  };
}

/** Read by no condition that is asked here. */
const now = new Date(0);
