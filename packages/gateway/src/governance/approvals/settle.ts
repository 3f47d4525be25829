import { isRefusal } from "@toolcourt/contracts/internal/errors/refusal";
import { isJsonObject, own } from "@toolcourt/sdk";
import type { RunEnding } from "../../pipeline/outcome.ts";
import type { Stages } from "../../pipeline/pipeline.ts";
import type { Approvals } from "./approvals.ts";

/** Records the outcome of a call on the approval it consumed. */
export function createSettle(approvals: Pick<Approvals, "close">): Stages["settle"] {
  return async function settle({ approval }, ending) {
    if (approval.kind !== "given") return;
    // The approval stays consumed anyway. Only the call's record must not be lost.
    await approvals.close(approval.id, stateAfter(ending)).catch(() => undefined);
  };
}

function stateAfter(ending: RunEnding): "done" | "failed" | "unknown" {
  if ("error" in ending) return mayHaveActed(ending.error) ? "unknown" : "failed";
  const { raw } = ending;
  return isJsonObject(raw) && own(raw, "isError") === true ? "failed" : "done";
}

function mayHaveActed(error: unknown): boolean {
  if (!isRefusal(error) || error.code === "outcome-unknown") return true;
  return "mayHaveActed" in error.details && error.details.mayHaveActed;
}
