import { z } from "zod";
import { CallFailure } from "./call-failure.ts";
import { checkValue } from "./check-value.ts";
import { contextSchema, type HandlerContext, type ToolContext } from "./context.ts";

/** The context of a call that may go on. A bad one is the fault of the code that calls. */
export async function checkContext(given: ToolContext): Promise<HandlerContext> {
  const { signal = new AbortController().signal, ...rest } = opened(given);
  if (!isSignal(signal)) {
    const issues = [{ pointer: "/signal", message: "Expected an AbortSignal." }];
    throw new CallFailure("context-invalid", { issues });
  }
  const { sessionId, metadata, ...required } = await checkValue(
    contextSchema,
    rest,
    "context-invalid",
  );
  return Object.freeze({
    ...required,
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(metadata === undefined ? {} : { metadata }),
    signal,
  });
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
