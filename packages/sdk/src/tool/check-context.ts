import { z } from "zod";
import { CallFailure } from "./call-failure.ts";
import { checkValue } from "./check-value.ts";
import { contextSchema, type HandlerContext, type ToolContext } from "./context.ts";
import type { InnerCalls } from "./inner-calls.ts";

/** The context of a call that may go on. A bad one is the fault of the code that calls. */
export async function checkContext(given: ToolContext): Promise<HandlerContext> {
  const { signal = new AbortController().signal, calls, ...rest } = opened(given);
  if (!isSignal(signal)) throw unfit("/signal", "Expected an AbortSignal.");
  if (calls !== undefined && !areCalls(calls)) throw unfit("/calls", "Expected calls of tools.");
  const { sessionId, metadata, ...required } = await checkValue(
    contextSchema,
    rest,
    "context-invalid",
  );
  return Object.freeze({
    ...required,
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(metadata === undefined ? {} : { metadata }),
    ...(calls === undefined ? {} : { calls }),
    signal,
  });
}

function unfit(pointer: string, message: string): CallFailure {
  return new CallFailure("context-invalid", { issues: [{ pointer, message }] });
}

/** What links the records of a call. */
export interface CallIds {
  readonly traceId?: string;
  readonly correlationId?: string;
  readonly agentId?: string;
}

/** The ids of a context that are valid, whatever the rest of it is like: a refused call is recorded too. */
export function idsOf(given: ToolContext): CallIds {
  try {
    const { traceId, correlationId, agentId } = salvage.parse(given);
    return {
      ...(traceId === undefined ? {} : { traceId }),
      ...(correlationId === undefined ? {} : { correlationId }),
      ...(agentId === undefined ? {} : { agentId }),
    };
  } catch {
    return {};
  }
}

const { traceId, correlationId, agentId } = contextSchema.shape;
const salvage = z.object({
  traceId: traceId.optional().catch(undefined),
  correlationId: correlationId.optional().catch(undefined),
  agentId: agentId.optional().catch(undefined),
});

// Copied at once, so that nothing can change between two looks.
function opened(given: ToolContext): ToolContext {
  try {
    return { ...given };
  } catch (cause) {
    throw new CallFailure("context-invalid", { cause });
  }
}

function isSignal(given: unknown): given is AbortSignal {
  try {
    // The second question is one that only a real signal can answer.
    return given instanceof AbortSignal && typeof given.aborted === "boolean";
  } catch {
    return false;
  }
}

function areCalls(given: unknown): given is InnerCalls {
  try {
    return typeof given === "object" && given !== null && "call" in given
      ? typeof given.call === "function"
      : false;
  } catch {
    return false;
  }
}
