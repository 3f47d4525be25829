import type { z } from "zod";
import type { ToolContract } from "../contract/contract.ts";
import { agentHintsSchema } from "../result/hints.ts";
import { CallFailure } from "./call-failure.ts";
import { CallRecord } from "./call-record.ts";
import { checkContext, checkValue } from "./checks.ts";
import type { HandlerContext, ToolContext } from "./context.ts";
import { defaultSurroundings, surroundingsOf } from "./surroundings.ts";
import type { Handled, ParametersSchema, ResultSchema, Tool, ToolDefinition } from "./tool.ts";

/** The internals of a tool. Only `invoke` has access to them. */
interface ToolInternals<P extends ParametersSchema, R extends ResultSchema> {
  readonly contract: ToolContract;
  readonly version: string;
  readonly parameters: P;
  readonly result: R;
  readonly handler: ToolDefinition<P, R>["handler"];
}

export function createInvoke<P extends ParametersSchema, R extends ResultSchema>(
  internals: ToolInternals<P, R>,
): Tool<R>["invoke"] {
  const { contract, version } = internals;
  const standalone = defaultSurroundings({ name: contract.name, version });

  return async (input, context, surroundings) => {
    const around = surroundingsOf(surroundings, standalone);
    const record = new CallRecord({ contract, version, input, context }, around);
    return answer(internals, input, context)
      .then((handled) => record.answered(handled))
      .catch((error: unknown) => record.failed(error));
  };
}

async function answer<P extends ParametersSchema, R extends ResultSchema>(
  internals: ToolInternals<P, R>,
  input: unknown,
  given: ToolContext,
): Promise<Handled<z.output<R>>> {
  const context = await checkContext(given);
  return untilAborted(() => run(internals, input, context), context.signal);
}

/** Runs a call through all its stages. */
async function run<P extends ParametersSchema, R extends ResultSchema>(
  internals: ToolInternals<P, R>,
  input: unknown,
  context: HandlerContext,
): Promise<Handled<z.output<R>>> {
  const params = await checkValue(internals.parameters, input, "input-invalid");
  checkPermissions(internals.contract, context);

  const { handler } = internals;
  const handled: unknown = await handler(params, context);

  const { data, agentHints } = opened(handled);
  if (data === null || data === undefined) {
    const issues = [{ pointer: "/data", message: "Expected data, got nothing." }];
    throw new CallFailure("output-invalid", { issues });
  }
  return {
    data: await checkValue(internals.result, data, "output-invalid"),
    agentHints: await checkValue(agentHintsSchema, agentHints, "hints-invalid"),
  };
}

function checkPermissions({ terms }: ToolContract, { permissions }: HandlerContext): void {
  const missing = (terms.permissions ?? []).filter((required) => !permissions.includes(required));
  if (missing.length > 0) {
    throw new CallFailure("not-permitted", { detail: `Missing: ${missing.join(", ")}.` });
  }
}

function opened(handled: unknown): Partial<Handled<unknown>> {
  try {
    return typeof handled === "object" ? { ...handled } : {};
  } catch (cause) {
    throw new CallFailure("output-invalid", { cause });
  }
}

/**
 * Runs a call until it settles or its signal aborts. Does not wait for code that ignores its
 * signal, because that code may never end.
 */
async function untilAborted<Answer>(
  work: () => Promise<Answer>,
  signal: AbortSignal,
): Promise<Answer> {
  if (signal.aborted) throw new CallFailure("cancelled");
  const left = Promise.withResolvers<never>();
  const leave = () => {
    left.reject(new CallFailure("cancelled"));
  };
  signal.addEventListener("abort", leave, { once: true });
  try {
    return await Promise.race([work(), left.promise]);
  } finally {
    signal.removeEventListener("abort", leave);
  }
}
