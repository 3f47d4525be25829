import type { ToolContract } from "@toolcourt/sdk";
import type { PlannableTool } from "./prepared-tool.ts";

/** A contract as a planner reads it: what its terms say about its use is part of what it is found by. */
export function plannableOf(contract: ToolContract): ToolContract & PlannableTool {
  const { tags = [], examples = [] } = contract.terms;
  return { ...contract, tags, examples };
}
