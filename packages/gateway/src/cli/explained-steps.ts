import { effects } from "@toolcourt/sdk";
import type { RegisteredTool, Snapshot } from "../catalog/snapshot.ts";
import { isAskTool } from "../compose/ask-tool.ts";

/** A tool that another one may call, and what would become of it now. */
export interface ExplainedStep {
  readonly tool: string;
  readonly state: "callable" | "held" | "unknown" | "stronger";
}

/** Nothing for a tool that calls none, and for the host, which calls what it is asked. */
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
