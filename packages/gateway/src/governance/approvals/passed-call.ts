import type { ApprovedCall, ConnectedCall } from "../../pipeline/call.ts";
import { tracingIn } from "../../pipeline/tracing-fields.ts";
import type { ConsumeResult } from "./approvals.ts";
import type { Proposal } from "./binding.ts";

/** A call that needs approval, and the proposal to approve. */
export interface Asking {
  readonly call: ConnectedCall;
  readonly proposal: Proposal;
  readonly signal: AbortSignal;
}

type Consumed = Extract<ConsumeResult, { readonly kind: "consumed" }>;

/** Returns the call as it runs: with the stored bytes and no other incoming data. */
export function passedCall({ call, proposal }: Asking, consumed: Consumed): ApprovedCall {
  const { resumption: _resumption, ...rest } = call;
  const { approval, by, at, inputResponses } = consumed;
  const { id, digest } = approval;
  return {
    ...rest,
    // The host's tracing fields belong to the call, not to the approved arguments.
    input: { ...consumed.arguments, ...tracingIn(call.registered, call.input) },
    ...(proposal.answers === undefined ? {} : { resumption: resumed() }),
    approval: { kind: "given", by, at, id, digest },
  };

  // The binding covers the state's hash, so the incoming state is the approved one.
  function resumed(): NonNullable<ConnectedCall["resumption"]> {
    const requestState = proposal.answers?.requestState;
    return {
      ...(inputResponses === undefined ? {} : { inputResponses }),
      ...(requestState === undefined ? {} : { requestState }),
    };
  }
}
