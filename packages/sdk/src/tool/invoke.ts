import type { z } from "zod";
import type { ToolContract } from "../contract/contract.ts";
import { agentHintsSchema } from "../result/hints.ts";
import { CallFailure } from "./call-failure.ts";
import { openRecord } from "./call-record.ts";
import { checkContext } from "./check-context.ts";
import { checkValue } from "./check-value.ts";
import type { HandlerContext, ToolContext } from "./context.ts";
import type { Handled, ParametersSchema, ResultSchema, ToolDefinition } from "./definition.ts";
import { defaultSurroundings, surroundingsOf } from "./surroundings.ts";
import type { Tool } from "./tool.ts";
import { untilAborted } from "./until-aborted.ts";

/** The internals of a tool. Only `invoke` has access to them. */
export interface Machine<P extends ParametersSchema, R extends ResultSchema> {
  readonly contract: ToolContract;
  readonly version: string;
  readonly parameters: P;
  readonly result: R;
  readonly handler: ToolDefinition<P, R>["handler"];
}

export function createInvoke<P extends ParametersSchema, R extends ResultSchema>(
  machine: Machine<P, R>,
): Tool<R>["invoke"] {
  const { contract, version } = machine;
  const alone = defaultSurroundings({ name: contract.name, version });

  return async (input, context, surroundings) => {
    const around = surroundingsOf(surroundings, alone);
    const record = openRecord({ contract, version, input, context }, around);
    return answer(machine, input, context).then(record.answered).catch(record.failed);
  };
}

async function answer<P extends ParametersSchema, R extends ResultSchema>(
  machine: Machine<P, R>,
  input: unknown,
  given: ToolContext,
): Promise<Handled<z.output<R>>> {
  const context = await checkContext(given);
  return untilAborted(() => run(machine, input, context), context.signal);
}

/** Runs a call through all its stages. */
async function run<P extends ParametersSchema, R extends ResultSchema>(
  machine: Machine<P, R>,
  input: unknown,
  context: HandlerContext,
): Promise<Handled<z.output<R>>> {
  const params = await checkValue(machine.parameters, input, "input-invalid");
  checkPermissions(machine.contract, context);

  const { handler } = machine;
  const handled: unknown = await handler(params, context);

  const { data, agentHints } = opened(handled);
  if (data === null || data === undefined) {
    const issues = [{ pointer: "/data", message: "Expected data, got nothing." }];
    throw new CallFailure("output-invalid", { issues });
  }
  return {
    data: await checkValue(machine.result, data, "output-invalid"),
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
