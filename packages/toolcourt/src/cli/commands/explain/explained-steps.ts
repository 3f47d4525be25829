import type { RegisteredTool, Snapshot } from "@toolcourt/gateway/internal/catalog/snapshot";
import { isAskTool } from "@toolcourt/host/internal/compose/ask-tool";
import { effects } from "@toolcourt/sdk";

/** A tool that another tool may call, and its current state. */
export interface ExplainedStep {
  readonly tool: string;
  readonly state: "callable" | "held" | "unknown" | "stronger";
}

/**
 * Returns the declared steps of a tool. Empty for the ask tool, whose calls depend on the question.
 */
export function explainedSteps(
  tool: RegisteredTool,
  { tools }: Pick<Snapshot, "tools">,
): readonly ExplainedStep[] {
  const { terms } = tool.contract;
  if (isAskTool(tool)) return [];
  return (terms.steps ?? []).map((step) => ({ tool: step, state: stateOf(tool, tools.get(step)) }));
}

function stateOf(tool: RegisteredTool, step: RegisteredTool | undefined): ExplainedStep["state"] {
  if (step === undefined) return "unknown";
  if (step.hold !== undefined) return "held";
  return rankOf(step) > rankOf(tool) ? "stronger" : "callable";
}

function rankOf({ contract }: RegisteredTool): number {
  return effects.indexOf(contract.effect);
}
