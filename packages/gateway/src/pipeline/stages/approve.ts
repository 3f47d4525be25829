import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Stages } from "../pipeline.ts";

/** Passes calls that need no approval. Refuses all others: no approver is available yet. */
export function createApprove(): Stages["approve"] {
  return (call) => {
    const { publicName, settings } = call.registered;
    if (settings.approval !== "none") {
      throw new Refusal("approval-required", { tool: publicName, from: settings.approval });
    }
    return { ...call, approval: { kind: "not-needed" } };
  };
}
