import { isBeforeTool } from "@toolcourt/contracts/internal/errors/before-the-tool";
import { hasCode, isRefusal } from "@toolcourt/contracts/internal/errors/refusal";
import { refusalData } from "@toolcourt/contracts/internal/errors/to-mcp";
import { signalOf } from "@toolcourt/contracts/internal/kernel/cancellation";
import {
  digestOf,
  InnerCallError,
  type InnerCallOptions,
  type InnerCalls,
  type InnerResult,
  isJsonObject,
  type JsonObject,
  parseJson,
} from "@toolcourt/sdk";
import {
  type ApprovedCall,
  type CheckedResult,
  type IncomingCall,
  isQuestion,
  type OuterCall,
  type Principal,
} from "./call.ts";
import type { Bounds } from "./execution/attempt.ts";
import type { PipelineDeps } from "./open-pipeline.ts";
import type { CallTool } from "./pipeline.ts";

/** Only the host may call any tool its caller may: it calls what it is asked to. */
export interface InnerCallsDeps extends Pick<PipelineDeps, "newId" | "isHost" | "endpoints"> {
  readonly callTool: CallTool;
  /** Maximum inner calls of a call, including nested ones. */
  readonly maxCalls?: number;
}

/** The inner calls of one call. They end with it. */
export interface OpenInnerCalls extends Disposable {
  readonly calls: InnerCalls;
}

/** Returns undefined for a tool whose contract names no steps. */
export type InnerCallsOf = (call: ApprovedCall, bounds: Bounds) => OpenInnerCalls | undefined;

/** The context of inner calls. The host looks it up for its own call; tools cannot. */
export interface Bound {
  readonly call: ApprovedCall;
  readonly within: OuterCall;
}

const bounds = new WeakMap<InnerCalls, Bound>();

/** Returns undefined for calls that this pipeline did not create. */
export function boundOf(calls: InnerCalls): Bound | undefined {
  return bounds.get(calls);
}

const defaultCalls = 50;

/**
 * Lets tools that name steps call them: through the pipeline, as the caller, one at a time. Inner
 * calls run in their outer call's slot, so that a toolbox of one slot does not deadlock.
 */
export function createInnerCalls(dependencies: InnerCallsDeps): InnerCallsOf {
  const { isHost, maxCalls = defaultCalls, endpoints } = dependencies;
  /** The host answers with what its own caller could call there. */
  const offersAt = (endpoint: string | undefined, tool: string): boolean =>
    endpoint === undefined || endpoints?.offers(endpoint, tool) === true;

  return (call, { signal, endsAt }) => {
    const { steps = [] } = call.registered.contract.terms;
    if (steps.length === 0) return undefined;
    const { endpoint } = call;
    const budget = isHost?.(call.registered)
      ? { mayCall: (tool: string) => offersAt(endpoint, tool), max: 1 }
      : { mayCall: (tool: string) => steps.includes(tool), max: maxCalls };
    const { within, end } = openOuter(call, endsAt, { ...budget, maxOfAll: maxCalls });
    const ended = new AbortController();
    const either = AbortSignal.any([signalOf(signal), ended.signal]);
    const calls = callsFor({ call, within }, either, dependencies);
    bounds.set(calls, { call, within });
    return {
      calls,
      [Symbol.dispose]: () => {
        end();
        // Unawaited inner calls no longer have a slot.
        ended.abort();
      },
    };
  };
}

interface Budget extends Pick<OuterCall, "mayCall"> {
  readonly max: number;
  readonly maxOfAll: number;
}

function openOuter(
  { callId, tool, registered, within: around }: ApprovedCall,
  endsAt: number,
  { mayCall, max, maxOfAll }: Budget,
): { readonly within: OuterCall; readonly end: () => void } {
  let left = max;
  let leftOfAll = maxOfAll;
  let isOver = false;
  const takeOfAll = (): boolean => {
    leftOfAll -= 1;
    return leftOfAll >= 0;
  };
  const within: OuterCall = {
    callId,
    tool,
    contract: registered.contract,
    ...(around && { within: around }),
    mayCall,
    endsAt,
    take: () => {
      if (isOver) return "over";
      left -= 1;
      return left >= 0 && within.takeOfAll() ? "taken" : "too-many";
    },
    takeOfAll: around?.takeOfAll ?? takeOfAll,
  };
  return {
    within,
    end: () => {
      isOver = true;
    },
  };
}

function callsFor(
  bound: Bound,
  signal: AbortSignal,
  { callTool, newId }: InnerCallsDeps,
): InnerCalls {
  let last: Promise<unknown> = Promise.resolve();

  const make = async (asked: Asked, { atMost }: InnerCallOptions): Promise<InnerResult> => {
    const within = atMost === undefined ? bound.within : { ...bound.within, atMost };
    const incoming = incomingOf({ ...bound, within }, { callId: newId(), ...asked });
    try {
      const output = await callTool(incoming, signal);
      if (isQuestion(output)) throw new Error("An inner call asked for input.");
      return resultOf(incoming.callId, output);
    } catch (error) {
      throw shownTo(error, incoming.callId);
    }
  };

  return Object.freeze({
    caller: callerIn(bound.call.principal),
    ...tenantIn(bound.call.principal),
    call: async (tool: string, args: JsonObject, options: InnerCallOptions = {}) => {
      // Later changes must not reach the tool: approval is for these very arguments.
      const copy = copied(args);
      const made = last.then(() => make({ tool, arguments: copy }, options));
      last = made.catch(() => undefined);
      return made;
    },
  });
}

function copied(args: JsonObject): JsonObject {
  try {
    const copy = parseJson(JSON.stringify(args));
    if (isJsonObject(copy)) return copy;
  } catch (cause) {
    throw new InnerCallError("input-invalid", notJson, { neverRan: true, cause });
  }
  throw new InnerCallError("input-invalid", notJson, { neverRan: true });
}

const notJson = "What a tool is called with is an object of JSON.";

type Asked = Pick<IncomingCall, "tool" | "arguments">;

/** Returns a stable digest per principal and tenant. It reveals no name. */
function callerIn({ id, tenant }: Principal): string {
  return digestOf({ id, tenant: tenant ?? null });
}

function tenantIn({ tenant }: Principal): Pick<InnerCalls, "tenant"> {
  return tenant === undefined ? {} : { tenant };
}

/**
 * Builds a call on behalf of the outer call's principal. It serves no query, cannot ask the caller,
 * and carries neither answers nor an approval. Those belong to the outer call.
 */
function incomingOf(
  { call, within }: Bound,
  asked: Asked & Pick<IncomingCall, "callId">,
): IncomingCall {
  const { principal, correlationId, sessionId, traceId, trace, agent, source, words } = call;
  return {
    ...asked,
    principal,
    correlationId,
    ...(sessionId !== undefined && { sessionId }),
    traceId,
    ...(trace && { trace }),
    agent,
    ...(source !== undefined && { source }),
    ...(words !== undefined && { words }),
    within,
  };
}

// A copy, because a cached answer may be given to others too.
function resultOf(callId: string, { structuredContent, content, isError }: CheckedResult) {
  return structuredClone({
    ...(structuredContent !== undefined && { structured: structuredContent }),
    content,
    isError,
    callId,
  });
}

function shownTo(error: unknown, callId: string): InnerCallError {
  const shown = refusalData(error);
  if (shown === undefined || !isRefusal(error)) {
    return new InnerCallError("gateway-failed", "The gateway failed.", { callId, cause: error });
  }
  const approvalId = approvalIn(error);
  return new InnerCallError(shown.code, error.message, {
    retryable: shown.retryable,
    neverRan: isBeforeTool(error),
    callId,
    ...(approvalId !== undefined && { approvalId }),
    cause: error,
  });
}

function approvalIn(error: unknown): string | undefined {
  return hasCode(error, "approval-required") ? error.details.id : undefined;
}
