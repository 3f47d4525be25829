import { isRefusal } from "@toolcourt/contracts/internal/errors/refusal";
import { isJsonObject, own } from "@toolcourt/sdk";
import type { ApprovedCall } from "../../pipeline/call.ts";
import type { Approvals } from "./approvals.ts";

type Run = (call: ApprovedCall, signal: AbortSignal) => Promise<unknown>;
type Ending = "done" | "failed" | "unknown";

/** Records the outcome of a call on the approval it consumed. */
export function closeAfterRun(run: Run, approvals: Pick<Approvals, "close">): Run {
  const close = async (id: string, ending: Ending): Promise<void> => {
    // The approval stays consumed anyway. Only the call's record must not be lost.
    await approvals.close(id, ending).catch(() => undefined);
  };

  const runAndClose = async (id: string, call: ApprovedCall, signal: AbortSignal) => {
    try {
      const raw = await run(call, signal);
      await close(id, isJsonObject(raw) && own(raw, "isError") === true ? "failed" : "done");
      return raw;
    } catch (error) {
      await close(id, mayHaveActed(error) ? "unknown" : "failed");
      throw error;
    }
  };

  return (call, signal) => {
    const id = idOf(call);
    return id === undefined ? run(call, signal) : runAndClose(id, call, signal);
  };
}

function idOf({ approval }: ApprovedCall): string | undefined {
  return approval.kind === "given" ? approval.id : undefined;
}

function mayHaveActed(error: unknown): boolean {
  if (!isRefusal(error) || error.code === "outcome-unknown") return true;
  return "mayHaveActed" in error.details && error.details.mayHaveActed;
}
