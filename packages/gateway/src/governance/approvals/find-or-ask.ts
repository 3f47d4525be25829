import { hasCode, Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { canonicalJson } from "@toolcourt/sdk";
import type { ApprovedCall, Question } from "../../pipeline/call.ts";
import type { Approvals } from "./approvals.ts";
import type { Ask } from "./ask.ts";
import { argumentsHash, type Proposal } from "./binding.ts";
import type { Returned } from "./nest.ts";
import { type Asking, passedCall } from "./passed-call.ts";
import type { AskedState } from "./state.ts";

type Answer = Promise<ApprovedCall | Question>;

export interface FindOrAsk {
  /** Finds the approval for a call that names none, or asks for one. */
  readonly byCall: (asking: Asking) => Answer;
  /** Uses the approval that the caller named. */
  readonly byName: (asking: Asking, id: string) => Answer;
  /** Handles the person's answer to our question. */
  readonly byVerdict: (asking: Asking, verdict: Verdict) => Answer;
}

type Verdict = Extract<Returned, { readonly kind: "verdict" }>;

export function createFindOrAsk(approvals: Approvals, ask: Ask): FindOrAsk {
  const use = async (asking: Asking, id: string): Answer => {
    const { call, proposal, signal } = asking;
    const { publicName: tool } = call.registered;
    // A caller that has disconnected does not consume an approval.
    if (signal.aborted) throw new Refusal("cancelled", { tool, mayHaveActed: false });
    const result = await approvals.consume({ id, callId: call.callId, proposal, call });
    if (result.kind === "consumed") return passedCall(asking, result);
    if (result.kind === "denied") {
      throw new Refusal("approval-denied", { tool, from: result.from, id });
    }
    if (result.kind === "refused") {
      throw new Refusal("approval-expired", { tool, because: result.because });
    }
    return ask(asking, await approvals.find(id));
  };

  return {
    // Another principal's, another call's and an unknown approval get the same refusal.
    byName: (asking, id) =>
      use(asking, isId(id) ? id : noId).catch((error: unknown) => {
        if (!hasCode(error, "approval-expired") || error.details.because !== "changed") throw error;
        const { tool } = error.details;
        throw new Refusal("approval-expired", { tool, because: "unknown" }, { cause: error });
      }),

    byCall: async (asking) => {
      const { publicName: tool } = asking.call.registered;
      const { from } = asking.proposal;
      const result = await approvals.request(asking.proposal);
      if (result.kind === "too-many") {
        throw new Refusal("approval-required", { tool, from, waiting: result.waiting });
      }
      const { id, state } = result.approval;
      if (result.kind === "denied") throw new Refusal("approval-denied", { tool, from, id });
      return state === "approved" ? use(asking, id) : ask(asking, result.approval);
    },

    byVerdict: async (asking, { state, action }) => {
      const { call, proposal } = asking;
      const { publicName: tool } = call.registered;
      const because = whyNotFor(state, proposal);
      if (because !== undefined) throw new Refusal("approval-expired", { tool, because });
      const { approval: id, digest } = state;
      const { from, requester: by, tenant } = proposal;
      if (action === "cancel") throw new Refusal("approval-required", { tool, from, id });
      if (action !== "none" && from === "caller") {
        const to = action === "accept" ? "approved" : "denied";
        // The result does not matter, only the stored state: another decision may have come first.
        await approvals.decide(id, { to, by, tenant, digest });
      }
      return use(asking, id);
    },
  };
}

const noId = "0".repeat(32);

function isId(named: string): boolean {
  return /^[\da-f]{32}$/.test(named);
}

function whyNotFor(state: AskedState, proposal: Proposal): "unknown" | "changed" | undefined {
  if (state.principal !== proposal.requester || state.tenant !== proposal.tenant) return "unknown";
  const isSame =
    state.tool === proposal.tool &&
    state.contract_hash === proposal.contractHash &&
    state.args_hash === argumentsHash(canonicalJson(proposal.arguments));
  return isSame ? undefined : "changed";
}
