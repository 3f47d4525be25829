import { type JsonObject, own } from "@toolcourt/sdk";
import { Refusal } from "../../foundation/errors/refusal.ts";
import { type Asking, UpstreamError, type UpstreamFault } from "../../upstreams/upstream.ts";
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
  const objection = objectionOf(error, call);
  if (objection !== undefined) return objection;
  const fault = factsOf(error.fault);
  if (changesThings(call) && mayHaveActed(error.fault)) {
    return new Refusal("outcome-unknown", { tool, server, fault }, { cause: error });
  }
  const passing = isPassing(error.fault);
  return new Refusal("upstream-failed", { tool, server, fault, passing }, { cause: error });
}

const invalidParams = -32_602;

/** What a server says of the caller, not of itself: it cannot be asked, or brings back what was never given out. */
function objectionOf(error: UpstreamError, call: ApprovedCall): Refusal | undefined {
  const { fault } = error;
  if (fault.kind !== "rpc") return undefined;
  if (fault.requires !== undefined) return unaskable(fault.requires, call, error);
  // The input was checked before it was sent, so this is about the answers and what came with them.
  if (fault.code !== invalidParams || call.resumption === undefined) return undefined;
  const { server } = call.registered.contract;
  return new Refusal("relay-refused", { method: "tools/call", server }, { cause: error });
}

function unaskable(asking: Asking, call: ApprovedCall, cause: UpstreamError): Refusal {
  const { publicName: tool } = call.registered;
  // What the caller can and the server still misses was held back by us.
  const able = own(call.reach?.capabilities ?? {}, asking) !== undefined;
  const because = able ? "not-allowed" : "not-declared";
  return new Refusal("interaction-required", { tool, asking, because }, { cause });
}

/** Kinds and numbers only: nothing that the server worded. */
export function factsOf(fault: UpstreamFault): JsonObject {
  if (fault.kind === "http") return { kind: fault.kind, status: fault.status };
  if (fault.kind === "rpc") return { kind: fault.kind, code: fault.code };
  return { kind: fault.kind };
}
