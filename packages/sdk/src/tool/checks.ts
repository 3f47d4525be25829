import { z } from "zod";
import type { JsonValue } from "../contract/json.ts";
import type { FailureCode } from "../result/failures.ts";
import { CallFailure } from "./call-failure.ts";
import { contextSchema, type HandlerContext, type ToolContext } from "./context.ts";
import type { InnerCalls } from "./inner-calls.ts";
import { issuesOf, shownPointer } from "./issues.ts";
import { copyJson, deepFreeze, NotJson } from "./json-copy.ts";
import type { ToolEgress } from "./tool-egress.ts";

/** Returns the checked context of a call. An invalid one is the fault of the calling code. */
export async function checkContext(given: ToolContext): Promise<HandlerContext> {
  const { signal = new AbortController().signal, calls, egress, ...rest } = opened(given);
  if (!isSignal(signal)) throw unfit("/signal", "Expected an AbortSignal.");
  const reach = checkReach({ calls, egress });
  const { sessionId, metadata, ...required } = await checkValue(
    contextSchema,
    rest,
    "context-invalid",
  );
  return Object.freeze({
    ...required,
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(metadata === undefined ? {} : { metadata }),
    ...reach,
    signal,
  });
}

type Reach = Pick<HandlerContext, "calls" | "egress">;

/** Returns what a tool may reach by its context. */
function checkReach({ calls, egress }: { readonly [Name in keyof Reach]: unknown }): Reach {
  if (calls !== undefined && !areCalls(calls)) throw unfit("/calls", "Expected calls of tools.");
  if (egress !== undefined && !isEgress(egress)) throw unfit("/egress", "Expected an egress.");
  return {
    ...(calls === undefined ? {} : { calls }),
    ...(egress === undefined ? {} : { egress }),
  };
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
  return hasFunction(given, "call");
}

function isEgress(given: unknown): given is ToolEgress {
  return hasFunction(given, "request");
}

function hasFunction(given: unknown, name: string): boolean {
  try {
    return typeof given === "object" && given !== null
      ? typeof Reflect.get(given, name) === "function"
      : false;
  } catch {
    return false;
  }
}

/** Returns a frozen copy of a value that fits the schema. Otherwise fails the call with `code`. */
export async function checkValue<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  code: FailureCode,
): Promise<z.output<Schema>> {
  const reading = await schema
    .safeParseAsync(jsonOf(value, code), { reportInput: true })
    .catch((cause: unknown) => {
      throw cause instanceof RangeError ? tooManyFaults(code, cause) : cause;
    });
  if (!reading.success) throw new CallFailure(code, { issues: issuesOf(reading.error) });
  return deepFreeze(reading.data);
}

// Zod passes issues as arguments, and more than a hundred thousand of them overflow the stack.
function tooManyFaults(code: FailureCode, cause: RangeError): CallFailure {
  const issues = [{ pointer: "", message: "Expected a value with fewer faults." }];
  return new CallFailure(code, { issues, cause });
}

function jsonOf(value: unknown, code: FailureCode): JsonValue | undefined {
  if (value === undefined) return undefined;
  try {
    return copyJson(value);
  } catch (cause) {
    const issue =
      cause instanceof NotJson
        ? { pointer: shownPointer(cause.path), message: cause.message }
        : { pointer: "", message: "Expected a value that can be read." };
    throw new CallFailure(code, { issues: [issue], cause });
  }
}
