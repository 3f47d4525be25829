import type { JsonObject } from "@toolcourt/sdk";
import { Refusal } from "../../errors/refusal.ts";
import { UpstreamError, type UpstreamFault } from "../../upstreams/upstream.ts";
import type { ApprovedCall } from "../call.ts";
import { changesThings } from "./execute.ts";

const overloaded = new Set([429, 502, 503, 504]);

/** Whether a fault may pass by itself. 401 and 403 never do. */
export function isPassing(fault: UpstreamFault): boolean {
  if (fault.kind === "http") return overloaded.has(fault.status);
  return fault.kind === "unreachable" || fault.kind === "lost";
}

/** Whether a fault says that the server is unwell. 429 is back-pressure, and an error is an answer. */
export function isUnwell(fault: UpstreamFault): boolean {
  if (fault.kind === "http") return fault.status >= 500;
  return fault.kind !== "rpc";
}

// A status from before the server's own work says that nothing was done; the others may come after it.
const refusedUndone = new Set([400, 401, 403, 404, 405, 406, 413, 415, 429, 503]);

/** Whether a server that changes things may have done so although it gave no answer. */
function mayHaveActed(fault: UpstreamFault): boolean {
  if (fault.kind === "http") return !refusedUndone.has(fault.status);
  return fault.kind !== "unreachable" && fault.kind !== "rpc";
}

/** Turns the fault of a server into a refusal. What is no fault stays what it is. */
export function refusalFor(error: unknown, call: ApprovedCall): unknown {
  if (!(error instanceof UpstreamError)) return error;
  const { publicName: tool, contract } = call.registered;
  const { server } = contract;
  const fault = factsOf(error.fault);
  if (changesThings(call) && mayHaveActed(error.fault)) {
    return new Refusal("outcome-unknown", { tool, server, fault }, { cause: error });
  }
  const passing = isPassing(error.fault);
  return new Refusal("upstream-failed", { tool, server, fault, passing }, { cause: error });
}

/** Kinds and numbers only: nothing that the server worded. */
export function factsOf(fault: UpstreamFault): JsonObject {
  if (fault.kind === "http") return { kind: fault.kind, status: fault.status };
  if (fault.kind === "rpc") return { kind: fault.kind, code: fault.code };
  return { kind: fault.kind };
}
