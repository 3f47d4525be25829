import type { ToolContract } from "@toolcourt/sdk";
import type { ContractFacts, SkipReason, TestedTool } from "./report.ts";
import { skipFor } from "./skips.ts";

/** Creates the report entry of a skipped tool, with the reason. */
export function skippedTool(contract: ToolContract, reason: SkipReason): TestedTool {
  return {
    name: contract.name,
    facts: factsOf(contract, 0),
    skipped: skipFor(reason, contract),
    probes: [],
    findings: [],
    calls: 0,
    durationMs: 0,
  };
}

/** Extracts the parts of a contract that decide how a tool is tested. */
export function factsOf({ effect, output, terms }: ToolContract, unbroken: number): ContractFacts {
  const { idempotent, responseTime, examples = [] } = terms;
  return {
    effect,
    hasOutputSchema: output !== undefined,
    ...(idempotent === undefined ? {} : { idempotent }),
    ...(responseTime === undefined ? {} : { responseTime }),
    examples: examples.length,
    unbroken,
  };
}
