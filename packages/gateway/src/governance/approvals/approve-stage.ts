import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { ApprovedCall, Question } from "../../pipeline/call.ts";
import type { Stages } from "../../pipeline/pipeline.ts";
import { StoreError } from "../../stores/store-error.ts";
import type { Approvals } from "./approvals.ts";
import { createAsk } from "./ask.ts";
import { createFindOrAsk } from "./find-or-ask.ts";
import { answersOf, type Returned, returnedBy } from "./nest.ts";
import type { Asking } from "./passed-call.ts";
import { proposalOf } from "./proposal-of.ts";
import type { StateSeal } from "./state.ts";

export interface ApproveDependencies {
  readonly approvals: Approvals;
  readonly seal: StateSeal;
}

/**
 * Creates the approve stage. A call without a need for approval passes at once. Otherwise it finds
 * the approval, asks the caller if possible, or refuses with the request's id. A passed call holds
 * the stored bytes, not the incoming ones.
 */
export function createApproveStage(dependencies: ApproveDependencies): Stages["approve"] {
  const { approvals, seal } = dependencies;
  const find = createFindOrAsk(approvals, createAsk(seal));

  const approve = async (asking: Asking, returned: Returned): Promise<ApprovedCall | Question> => {
    const { publicName: tool } = asking.call.registered;
    if (returned.kind === "verdict") return find.byVerdict(asking, returned);
    if (returned.kind === "expired" || returned.kind === "forged") {
      const because = returned.kind === "expired" ? "expired" : "unknown";
      throw new Refusal("approval-expired", { tool, because });
    }
    const { namedApproval: named } = asking.call;
    return named === undefined ? find.byCall(asking) : find.byName(asking, named);
  };

  return (call, signal) => {
    const { settings, publicName: tool } = call.registered;
    if (settings.approval === "none") return { ...call, approval: { kind: "not-needed" } };
    const returned = returnedBy(call.resumption, seal);
    const proposal = proposalOf(call, { from: settings.approval, answers: answersOf(returned) });
    return approve({ call, proposal, signal }, returned).catch((error: unknown) => {
      // A call that cannot be looked up or recorded does not run.
      if (!(error instanceof StoreError)) throw error;
      throw new Refusal("audit-failed", { tool, moment: "opened" }, { cause: error });
    });
  };
}
