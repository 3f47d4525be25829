import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { type JsonObject, own } from "@toolcourt/sdk";
import { type Asking, UpstreamError, type UpstreamFault } from "../../upstreams/upstream.ts";
import type { ApprovedCall } from "../call.ts";
import { changesThings } from "./execute.ts";

const overloaded = new Set([429, 502, 503, 504]);

/** Returns whether a fault is transient. 401 and 403 never are. */
export function isPassing(fault: UpstreamFault): boolean {
  if (fault.kind === "http") return overloaded.has(fault.status);
  return fault.kind === "unreachable" || fault.kind === "lost";
}

/**
 * Returns whether a fault means the server is unhealthy. 429 is backpressure, and an RPC error is
 * an answer.
 */
export function isUnwell(fault: UpstreamFault): boolean {
  if (fault.kind === "http") return fault.status >= 500;
  return fault.kind !== "rpc";
}

// These statuses precede the server's own work, so nothing was done. Others may follow it.
const refusedUndone = new Set([400, 401, 403, 404, 405, 406, 413, 415, 429, 503]);

/** Returns whether a server with effects may have acted despite giving no answer. */
function mayHaveActed(fault: UpstreamFault): boolean {
  if (fault.kind === "http") return !refusedUndone.has(fault.status);
  return fault.kind !== "unreachable" && fault.kind !== "rpc";
}

/** Converts a server's fault to a refusal. Returns any other error unchanged. */
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

/**
 * Returns a refusal if the server objects to the caller: it cannot be asked, or returns a state
 * never issued.
 */
function objectionOf(error: UpstreamError, call: ApprovedCall): Refusal | undefined {
  const { fault } = error;
  if (fault.kind !== "rpc") return undefined;
  if (fault.requires !== undefined) return unaskable(fault.requires, call, error);
  // The input was validated before, so this is about the answers and their state.
  if (fault.code !== invalidParams || call.resumption === undefined) return undefined;
  const { server } = call.registered.contract;
  return new Refusal("relay-refused", { method: "tools/call", server }, { cause: error });
}

function unaskable(asking: Asking, call: ApprovedCall, cause: UpstreamError): Refusal {
  const { publicName: tool } = call.registered;
  // If the caller supports it and the server still misses it, we withheld it.
  const able = own(call.channel?.capabilities ?? {}, asking) !== undefined;
  const because = able ? "not-allowed" : "not-declared";
  return new Refusal("interaction-required", { tool, asking, because }, { cause });
}

/** Returns kinds and numbers only: no upstream text. */
export function factsOf(fault: UpstreamFault): JsonObject {
  if (fault.kind === "http") return { kind: fault.kind, status: fault.status };
  if (fault.kind === "rpc") return { kind: fault.kind, code: fault.code };
  return { kind: fault.kind };
}
