import type { ToolContract } from "@toolcourt/sdk";
import type { ContractFacts, SkipReason, TestedTool } from "./report.ts";
import { skipFor } from "./skips.ts";

/** A tool that is not called, and why. */
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

/** What the contract says that decides how a tool is tested. */
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
