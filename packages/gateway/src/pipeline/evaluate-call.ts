import { isRefusal, Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import {
  type AuthorizedCall,
  beginCall,
  type Grant,
  type IncomingCall,
  type PermittedCall,
  type Principal,
} from "./call.ts";
import { ClauseCounters } from "./clause-counters.ts";
import type { Judged } from "./judged.ts";
import type { Stages } from "./pipeline.ts";
import type { ToolPlan } from "./plan.ts";
import type { Accessible } from "./stages/permit.ts";
import type { PeekSequence } from "./stages/unjudged.ts";

/** Whether a call would be allowed if it were made now. */
export type Evaluation =
  /** The grant is set if there were arguments to decide about. */
  | { readonly kind: "allowed"; readonly grant?: Grant }
  | { readonly kind: "refused"; readonly refusal: Refusal }
  /** Some arguments would be allowed and others not: ask again with those of the call. */
  | { readonly kind: "arguments-needed" };

export type EvaluateCall = (call: IncomingCall) => Promise<Evaluation>;

/** Reports whether a principal may make every call of a tool, whatever its arguments. */
export type AllowsEveryCall = (principal: Principal, tool: Accessible) => boolean;

/** The stages of a call up to the policy. They use up nothing. */
export interface Asked
  extends Pick<
    Stages,
    | "find"
    | "recordable"
    | "resolve"
    | "permit"
    | "prepareArguments"
    | "validateInput"
    | "nameConnection"
    | "authorize"
  > {
  readonly peekSequence: PeekSequence;
}

/**
 * Creates the answer to questions about calls. It takes the stages of a call up to the policy, and
 * nothing that a call uses up: no query, no rate, no approval, no slot. It makes no call.
 */
export function createEvaluateCall(stages: Asked, allowsEveryCall: AllowsEveryCall): EvaluateCall {
  return async (incoming) => {
    const call = askedCall(stages, incoming);
    try {
      const permitted = permittedCall(stages, call);
      const { registered, principal } = permitted;
      if (incoming.arguments === undefined) {
        if (!allowsEveryCall(principal, registered)) return { kind: "arguments-needed" };
        assertNoApproval(registered);
        return { kind: "allowed" };
      }
      const authorized = await decidedCall(stages, permitted);
      assertNoApproval(authorized.registered);
      assertPassed(authorized, await stages.peekSequence(authorized));
      return { kind: "allowed", grant: authorized.grant };
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return { kind: "refused", refusal: error };
    }
  };
}

/** Begins a call that is only asked about. It counts for no clause. */
export function askedCall(stages: Pick<Asked, "find">, incoming: IncomingCall): IncomingCall {
  return beginCall(incoming, uncounted(stages.find(incoming.tool, incoming.endpoint)), undefined);
}

/** Takes a call to where its arguments begin to matter. */
export function permittedCall(stages: Asked, call: IncomingCall): PermittedCall {
  stages.recordable(call);
  return stages.permit(stages.resolve(call));
}

/** Takes a call through the first gate and the policy. */
export async function decidedCall(stages: Asked, call: PermittedCall): Promise<AuthorizedCall> {
  const valid = await stages.validateInput(stages.prepareArguments(call));
  return stages.authorize(await stages.nameConnection(valid));
}

/** A person, or a grant that is used up by it, decides about the call when it is made. */
function assertNoApproval({ settings, publicName: tool }: AuthorizedCall["registered"]): void {
  const { approval: from, isUndeclared } = settings;
  if (from === "none") return;
  throw new Refusal("approval-required", {
    tool,
    from,
    ...(isUndeclared && { because: "undeclared" }),
  });
}

/** What was done and read before makes a person decide. */
function assertPassed({ tool }: AuthorizedCall, judged: Judged): void {
  if (judged.kind === "passed") return;
  throw new Refusal("approval-required", { tool, from: judged.from, because: "sequence" });
}

/** A question is no call, so it counts for no clause. */
function uncounted(plan: ToolPlan | undefined): ToolPlan | undefined {
  return plan && { ...plan, counters: new ClauseCounters().of(plan.tool.publicName) };
}
