import { signalOf } from "@toolcourt/contracts/internal/kernel/cancellation";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import {
  envelopeIn,
  isJsonObject,
  type JsonObject,
  type Tool,
  type ToolContext,
  type ToolContract,
  type ToolEgress,
  type ToolEvent,
  type ToolResult,
} from "@toolcourt/sdk";
import type { ApprovedCall } from "../call.ts";
import type { CallLogDeps } from "../call-log.ts";
import type { InnerCallsOf } from "../inner-calls.ts";
import type { Bounds } from "./attempt.ts";

/** Returns undefined for a call without a connection. The requests end with the call. */
export type EgressOf = (
  call: ApprovedCall,
  signal: AbortSignal,
) => ({ readonly egress: ToolEgress } & Disposable) | undefined;

export interface InvokeLocalDeps extends Pick<Runtime, "clock"> {
  /** Default: tools cannot call other tools. */
  readonly innerCallsOf?: InnerCallsOf;
  /** Opens the requests of a local tool to targets. Default: it has none. */
  readonly egressOf?: EgressOf;
  /** Keeps the stack of an error that a local tool withholds from callers. Default: dropped. */
  readonly keepStack?: CallLogDeps["keepStack"];
}

/** Calls a local tool and returns its answer as a result of the protocol. */
export async function invokeLocal(
  tool: Tool,
  call: ApprovedCall,
  { clock, innerCallsOf, egressOf, keepStack, signal, endsAt }: InvokeLocalDeps & Bounds,
): Promise<JsonObject> {
  // Inner calls and requests end here: the tool cannot use them after it has answered.
  using inner = innerCallsOf?.(call, { signal, endsAt });
  const aborting = signalOf(signal);
  using outside = egressOf?.(call, aborting);
  const context = contextOf(call, aborting, clock.now());
  const given = { ...context, ...onlyCalls(inner), ...onlyEgress(outside) };
  const threw: unknown[] = [];
  const observe = (event: ToolEvent): void => {
    if (event.kind === "tool.threw") threw.push(event.error);
  };
  const result = await tool.invoke(call.input, given, keepStack ? { clock, observe } : { clock });
  const { callId, traceId, correlationId } = call;
  const code = result.error?.code ?? "tool-failed";
  // Logged with its stack, but only where access is restricted (S3-95).
  for (const error of threw) keepStack?.(error, { callId, traceId, correlationId, code });
  return toRaw(result, tool.contract);
}

function onlyCalls(inner: ReturnType<InnerCallsOf>): Pick<ToolContext, "calls"> {
  return inner === undefined ? {} : { calls: inner.calls };
}

function onlyEgress(outside: ReturnType<EgressOf>): Pick<ToolContext, "egress"> {
  return outside === undefined ? {} : { egress: outside.egress };
}

/** Returns the part of a result that a contract without the envelope promises. */
function bare({ data, error }: ToolResult): unknown {
  return error === undefined ? data : { code: error.code, message: error.message };
}

// Remembered, because the search costs several microseconds in every call.
const enveloped = new WeakMap<ToolContract, boolean>();

function hasEnvelope(contract: ToolContract): boolean {
  const known = enveloped.get(contract);
  if (known !== undefined) return known;
  const found = envelopeIn(contract.output) !== undefined;
  enveloped.set(contract, found);
  return found;
}

function toRaw(result: ToolResult, contract: ToolContract): JsonObject {
  const structured: unknown = hasEnvelope(contract) ? result : bare(result);
  return {
    content: [{ type: "text", text: JSON.stringify(structured) }],
    ...(isJsonObject(structured) ? { structuredContent: structured } : {}),
    isError: result.error !== undefined,
  };
}

function contextOf(call: ApprovedCall, signal: AbortSignal, now: number): ToolContext {
  const { principal, agent, correlationId, traceId, registered } = call;
  const { permissions } = principal;
  return {
    // A program acting for itself is not a user (S3-60). It has its own grants.
    userId: principal.kind === "system" ? null : principal.id,
    correlationId,
    traceId,
    agentId: agent.name,
    agentVersion: agent.version,
    timestamp: new Date(now).toISOString(),
    permissions:
      permissions === "all" ? (registered.contract.terms.permissions ?? []) : permissions,
    signal,
  };
}
