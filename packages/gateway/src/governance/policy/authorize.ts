import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import type { JsonObject } from "@toolcourt/sdk";
import type { Caps } from "./caps.ts";
import { evaluate } from "./evaluate.ts";
import type { CurrentPolicy } from "./open-policy.ts";
import type { PolicyDecision, PolicyPrincipal, PolicyTool } from "./question.ts";

/** The parts of a call a policy reads. */
export interface AuthorizableCall {
  readonly principal: PolicyPrincipal;
  readonly registered: PolicyTool;
  readonly input: JsonObject;
  /** Name of the stored connection the call would use. Default: none. */
  readonly connectionName?: string | undefined;
}

/** The statement that allowed a call, and the version of its policy. */
export interface PolicyGrant {
  readonly statement: string;
  readonly policy: string;
  /** Default: undefined, if no limit applies. */
  readonly caps?: Caps;
}

/** The grant of a call, and its principal with the permissions that the policy adds. */
export interface Authorized<Call extends AuthorizableCall> {
  readonly grant: PolicyGrant;
  readonly principal: Call["principal"];
}

export interface AuthorizeDeps {
  readonly policy: CurrentPolicy;
  readonly clock: Pick<Clock, "now">;
}

/** Grants a call if the principal has the contract's permissions and a statement allows it. */
export function createAuthorize({
  policy: current,
  clock,
}: AuthorizeDeps): <Call extends AuthorizableCall>(call: Call) => Authorized<Call> {
  return function authorize(call) {
    const { principal, registered, input, connectionName: connection } = call;
    const tool = registered.publicName;
    const state = current.state();
    if (state.kind === "unusable")
      throw new Refusal("policy-denied", { tool, because: "unavailable" });

    const question = { principal, tool: registered, args: input, connection, now: clock.now() };
    const decision = evaluate(state.policy, question);
    const { version } = state.policy;
    if (decision.kind === "refused") throw refusalOf(tool, decision, version);
    const { statement, caps } = decision;
    const grant =
      caps === undefined ? { statement, policy: version } : { statement, policy: version, caps };
    return { principal: withPermissions(principal, registered), grant };
  };
}

type Refused = Extract<PolicyDecision, { readonly kind: "refused" }>;

function refusalOf(tool: string, decision: Refused, policy: string): Refusal {
  if (decision.because === "missing-permission") {
    return new Refusal("not-permitted", { tool, missing: decision.missing });
  }
  const { because } = decision;
  return because === "no-statement"
    ? new Refusal("policy-denied", { tool, because, policy })
    : new Refusal("policy-denied", { tool, because, policy, statement: decision.statement });
}

// A local tool checks the permissions of its caller itself, and does not know roles.
function withPermissions<Principal extends PolicyPrincipal>(
  principal: Principal,
  { contract }: PolicyTool,
): Principal {
  const { permissions } = principal;
  const needed = contract.terms.permissions ?? [];
  if (permissions === "all" || needed.every((each) => permissions.includes(each))) return principal;
  return { ...principal, permissions: [...new Set([...permissions, ...needed])] };
}
