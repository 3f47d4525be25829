import type { ToolContract } from "@toolcourt/sdk";
import type { PlannableTool } from "./prepared-tool.ts";

/** Prepares a contract for a planner: its tags and examples count in the search. */
export function plannableOf(contract: ToolContract): ToolContract & PlannableTool {
  const { tags = [], examples = [] } = contract.terms;
  return { ...contract, tags, examples };
}
