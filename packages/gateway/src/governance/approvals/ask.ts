import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Question } from "../../pipeline/call.ts";
import type { StoredApproval } from "../../stores/approval-store.ts";
import type { Asking } from "./passed-call.ts";
import { canBeAsked, questionAbout } from "./question.ts";
import { type Intact, readBinding } from "./read-binding.ts";
import type { StateSeal } from "./state.ts";

/**
 * Asks the caller if the caller's approval is needed and it can be asked. Otherwise refuses with
 * the id.
 */
export type Ask = (asking: Asking, approval: StoredApproval | undefined) => Question;

export function createAsk(seal: StateSeal): Ask {
  return ({ call, proposal }, approval) => {
    const { publicName: tool } = call.registered;
    const { from } = proposal;
    const intact = approval === undefined ? undefined : readBinding(approval);
    if (approval === undefined || intact === undefined) {
      throw new Refusal("approval-expired", { tool, because: "changed" });
    }
    const isAskable = from === "caller" && canBeAsked(call.reach?.capabilities);
    const question = isAskable ? askedIn({ approval, intact, proposal }, seal) : undefined;
    if (question === undefined) {
      throw new Refusal("approval-required", { tool, from, id: approval.id });
    }
    return question;
  };
}

interface Asked extends Pick<Asking, "proposal"> {
  readonly approval: StoredApproval;
  readonly intact: Intact;
}

function askedIn({ approval, intact, proposal }: Asked, seal: StateSeal): Question | undefined {
  const { binding } = intact;
  const sealed = seal.close({
    approval: approval.id,
    digest: approval.digest,
    tenant: binding.tenant,
    principal: binding.requester,
    tool: binding.tool,
    args_hash: binding.args_hash,
    contract_hash: binding.contract_hash,
    expires_at: binding.expires_at,
    ...(proposal.answers === undefined ? {} : { nested: proposal.answers }),
  });
  return sealed === undefined ? undefined : questionAbout(approval, intact, sealed);
}
