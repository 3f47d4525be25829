import type { UpstreamWords } from "@toolcourt/contracts/internal/errors/quotation";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import { limitOf } from "../../protocol/message-size.ts";
import { type Asking, UpstreamError, type UpstreamFault } from "../../upstreams/upstream.ts";
import type { ApprovedCall } from "../call.ts";
import { changesThings } from "./attempt.ts";

const overloaded = new Set([429, 502, 503, 504]);

/** Returns whether a fault is transient. 401 and 403 never are. */
export function isPassing(fault: UpstreamFault): boolean {
  if (fault.kind === "http") return overloaded.has(fault.status);
  return fault.kind === "unreachable" || fault.kind === "lost";
}

const wellKinds: ReadonlySet<UpstreamFault["kind"]> = new Set(["rpc", "too-complex", "credential"]);

/**
 * Returns whether a fault means the server is unhealthy. 429 is backpressure. An RPC error is an
 * answer, and so is one with too much in it.
 */
export function isUnwell(fault: UpstreamFault): boolean {
  if (fault.kind === "http") return fault.status >= 500;
  return !wellKinds.has(fault.kind);
}

// These statuses precede the server's own work, so nothing was done. Others may follow it.
const refusedUndone = new Set([400, 401, 403, 404, 405, 406, 413, 415, 429, 503]);

const undoneKinds: ReadonlySet<UpstreamFault["kind"]> = new Set([
  "unreachable",
  "rpc",
  "credential",
]);

/** Returns whether a server with effects may have acted despite giving no answer. */
function mayHaveActed(fault: UpstreamFault): boolean {
  if (fault.kind === "http") return !refusedUndone.has(fault.status);
  return !undoneKinds.has(fault.kind);
}

/**
 * Converts a server's fault to a refusal. Returns any other error unchanged. `wrote` is what the
 * server wrote about it, if it may be quoted.
 */
export function refusalFor(error: unknown, call: ApprovedCall, wrote?: UpstreamWords): unknown {
  if (!(error instanceof UpstreamError)) return error;
  const { publicName: tool, contract } = call.registered;
  const { server } = contract;
  if (error.fault.kind === "credential") return error.fault.refusal;
  const objection = objectionOf(error, call);
  if (objection !== undefined) return objection;
  if (error.fault.kind === "too-complex") {
    const issues = [`expected at most ${limitOf[error.fault.excess]}`];
    return new Refusal("output-invalid", { tool, clause: "size", issues }, { cause: error });
  }
  const facts = { tool, server, fault: factsOf(error.fault), ...(wrote && { wrote }) };
  if (changesThings(call) && mayHaveActed(error.fault)) {
    return new Refusal("outcome-unknown", facts, { cause: error });
  }
  const passing = isPassing(error.fault);
  return new Refusal("upstream-failed", { ...facts, passing }, { cause: error });
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
  if (fault.demands !== undefined) return demanded(fault.demands, call, error);
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

/** If the caller declares the extension, the server demands what it did not advertise. */
function demanded(
  extension: string,
  call: ApprovedCall,
  cause: UpstreamError,
): Refusal | undefined {
  const declared = own(call.channel?.capabilities ?? {}, "extensions");
  if (isJsonObject(declared) && Object.hasOwn(declared, extension)) return undefined;
  const { publicName: tool } = call.registered;
  return new Refusal("extension-required", { tool, extension }, { cause });
}

/** Returns kinds and numbers only: no upstream text. */
export function factsOf(fault: UpstreamFault): JsonObject {
  if (fault.kind === "http") return { kind: fault.kind, status: fault.status };
  if (fault.kind === "rpc") return { kind: fault.kind, code: fault.code };
  if (fault.kind === "too-complex") return { kind: fault.kind, excess: fault.excess };
  return { kind: fault.kind };
}
