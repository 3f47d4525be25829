import { z } from "zod";
import { CallFailure } from "./call-failure.ts";
import { checkValue } from "./check-value.ts";
import { contextSchema, type HandlerContext, type ToolContext } from "./context.ts";
import type { InnerCalls } from "./inner-calls.ts";

/** Returns the checked context of a call. An invalid one is the fault of the calling code. */
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

/** The ids that link the records of a call. */
export interface CallIds {
  readonly traceId?: string;
  readonly correlationId?: string;
  readonly agentId?: string;
}

/**
 * Returns the valid ids of a context, even if the rest is invalid. Refused calls are recorded too.
 */
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

// Copied once, so that nothing can change between two reads.
function opened(given: ToolContext): ToolContext {
  try {
    return { ...given };
  } catch (cause) {
    throw new CallFailure("context-invalid", { cause });
  }
}

function isSignal(given: unknown): given is AbortSignal {
  try {
    // Only a real signal has a working `aborted` getter.
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
