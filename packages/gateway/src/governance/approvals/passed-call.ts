import type { ApprovedCall, ConnectedCall } from "../../pipeline/call.ts";
import { tracingIn } from "../../pipeline/tracing-fields.ts";
import type { ConsumeResult } from "./approvals.ts";
import type { Proposal } from "./binding.ts";

/** A call that needs a yes, and what the yes would be to. */
export interface Asking {
  readonly call: ConnectedCall;
  readonly proposal: Proposal;
  readonly signal: AbortSignal;
}

type Consumed = Extract<ConsumeResult, { readonly kind: "consumed" }>;

/** The call as it runs: with the stored bytes, and nothing else of what came in besides them. */
export function passedCall({ call, proposal }: Asking, consumed: Consumed): ApprovedCall {
  const { resumption: _resumption, ...rest } = call;
  const { approval, by, at, inputResponses } = consumed;
  const { id, digest } = approval;
  return {
    ...rest,
    // What the host fills in to follow a call belongs to the call, not to what somebody said yes to.
    input: { ...consumed.arguments, ...tracingIn(call.registered, call.input) },
    ...(proposal.answers === undefined ? {} : { resumption: resumed() }),
    approval: { kind: "given", by, at, id, digest },
  };

  // The state is bound by its hash, so the one that came in is the one that was asked about.
  function resumed(): NonNullable<ConnectedCall["resumption"]> {
    const requestState = proposal.answers?.requestState;
    return {
      ...(inputResponses === undefined ? {} : { inputResponses }),
      ...(requestState === undefined ? {} : { requestState }),
    };
  }
}
