import type { CurrentPolicy } from "../policy/open-policy.ts";
import type { Policy } from "../policy/policy.ts";
import { type OperatorNames, readOperatorNames } from "./origins/operator-names.ts";

const known = new WeakMap<Policy, OperatorNames>();

/** Tells which destinations are the operator's, by the policy in force. */
export function operatorOf(current: CurrentPolicy): OperatorNames {
  return (kind, text) => {
    const state = current.state();
    return state.kind === "usable" && namesOf(state.policy)(kind, text);
  };
}

/** Of policies that must all agree, each has to name a destination. */
export function namesOf(policy: Policy): OperatorNames {
  const before = known.get(policy);
  if (before !== undefined) return before;
  const own = readOperatorNames(policy.destinations);
  const within = policy.within === undefined ? undefined : namesOf(policy.within);
  const names: OperatorNames = (kind, text) =>
    own(kind, text) && (within === undefined || within(kind, text));
  known.set(policy, names);
  return names;
}
