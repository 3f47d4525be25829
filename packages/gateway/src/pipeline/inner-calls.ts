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
import { isBeforeTool } from "../foundation/errors/before-the-tool.ts";
import { hasCode, isRefusal } from "../foundation/errors/refusal.ts";
import { toldRefusal } from "../foundation/errors/to-mcp.ts";
import {
  type ApprovedCall,
  type CheckedResult,
  type IncomingCall,
  isQuestion,
  type Principal,
} from "./call.ts";
import type { Bounds } from "./execution/execute.ts";
import type { OuterCall } from "./outer-call.ts";
import type { CallTool } from "./pipeline.ts";

export interface InnerCallsDependencies {
  readonly callTool: CallTool;
  readonly newId: () => string;
  /** Whether a tool may call whatever its caller may, once. Only the host may: what it calls is what it is asked. */
  readonly isHost: (call: ApprovedCall) => boolean;
  /** How many calls a call may have made in all, those made for its own inner calls among them. */
  readonly mostCalls?: number;
}

/** The calls that one call may make. They end with it. */
export interface OpenInnerCalls extends Disposable {
  readonly calls: InnerCalls;
}

/** Undefined for a tool whose contract names no steps. */
export type InnerCallsOf = (call: ApprovedCall, bounds: Bounds) => OpenInnerCalls | undefined;

/** What calls are made for. The host looks it up for its own call; tools have no way to it. */
export interface Bound {
  readonly call: ApprovedCall;
  readonly within: OuterCall;
}

const bounds = new WeakMap<InnerCalls, Bound>();

/** Undefined for calls that this line did not give. */
export function boundOf(calls: InnerCalls): Bound | undefined {
  return bounds.get(calls);
}

const usualCalls = 50;

/**
 * Gives tools that name steps a way to call them: through the line, as the caller, one at a time. They
 * run in the place of the call that makes them, so that a toolbox with one place does not wait for itself.
 */
export function createInnerCalls(dependencies: InnerCallsDependencies): InnerCallsOf {
  const { isHost, mostCalls = usualCalls } = dependencies;

  return (call, { signal, endsAt }) => {
    const { steps = [] } = call.registered.contract.terms;
    if (steps.length === 0) return undefined;
    const budget = isHost(call)
      ? { mayCall: () => true, most: 1 }
      : { mayCall: (tool: string) => steps.includes(tool), most: mostCalls };
    const { within, end } = openOuter(call, endsAt, { ...budget, mostOfAll: mostCalls });
    const ended = new AbortController();
    const either = AbortSignal.any([signal, ended.signal]);
    const calls = callsFor({ call, within }, either, dependencies);
    bounds.set(calls, { call, within });
    return {
      calls,
      [Symbol.dispose]: () => {
        end();
        // What the tool did not wait for has no place to run in any more.
        ended.abort();
      },
    };
  };
}

interface Budget extends Pick<OuterCall, "mayCall"> {
  readonly most: number;
  readonly mostOfAll: number;
}

function openOuter(
  { callId, tool, registered, within: around }: ApprovedCall,
  endsAt: number,
  { mayCall, most, mostOfAll }: Budget,
): { readonly within: OuterCall; readonly end: () => void } {
  let left = most;
  let leftOfAll = mostOfAll;
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
  { callTool, newId }: InnerCallsDependencies,
): InnerCalls {
  let last: Promise<unknown> = Promise.resolve();

  const make = async (asked: Asked, { atMost }: InnerCallOptions): Promise<InnerResult> => {
    const within = atMost === undefined ? bound.within : { ...bound.within, atMost };
    const incoming = incomingOf({ ...bound, within }, { callId: newId(), ...asked });
    try {
      const output = await callTool(incoming, signal);
      if (isQuestion(output)) throw new Error("A call that nobody can be asked for asks.");
      return resultOf(incoming.callId, output);
    } catch (error) {
      throw toldTo(error);
    }
  };

  return Object.freeze({
    caller: callerIn(bound.call.principal),
    call: async (tool: string, args: JsonObject, options: InnerCallOptions = {}) => {
      // Nothing that is changed later may be what runs: a yes is given to these very arguments.
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

/** The same for every call of the same principal in the same tenant. Whoever holds it learns no name by it. */
function callerIn({ id, tenant }: Principal): string {
  return digestOf({ id, tenant: tenant ?? null });
}

/**
 * A call in the name of whoever made the one around it. It serves no query of its own, cannot have its
 * caller asked, and brings neither answers nor an approval: those are for the call around it.
 */
function incomingOf(
  { call, within }: Bound,
  asked: Asked & Pick<IncomingCall, "callId">,
): IncomingCall {
  const { principal, correlationId, sessionId, traceId, trace, agent } = call;
  return {
    ...asked,
    principal,
    correlationId,
    ...(sessionId !== undefined && { sessionId }),
    traceId,
    ...(trace && { trace }),
    agent,
    within,
  };
}

// A copy, since an answer that is kept may be given to others too.
function resultOf(callId: string, { structuredContent, content, isError }: CheckedResult) {
  return structuredClone({
    ...(structuredContent !== undefined && { structured: structuredContent }),
    content,
    isError,
    callId,
  });
}

function toldTo(error: unknown): InnerCallError {
  const told = toldRefusal(error);
  if (told === undefined || !isRefusal(error)) {
    return new InnerCallError("gateway-failed", "The gateway failed.", { cause: error });
  }
  const approvalId = approvalIn(error);
  return new InnerCallError(told.code, error.message, {
    retryable: told.retryable,
    neverRan: isBeforeTool(error),
    ...(approvalId !== undefined && { approvalId }),
    cause: error,
  });
}

function approvalIn(error: unknown): string | undefined {
  return hasCode(error, "approval-required") ? error.details.id : undefined;
}
