import { type ContractReading, isJsonObject, type ToolContract } from "@toolcourt/sdk";
import { isTimeLeft, type ProbeDeps } from "./probe-context.ts";
import {
  type ContractFacts,
  type Skip,
  type SkipReason,
  skipMessages,
  type TestedTool,
} from "./report.ts";
import type { TestOptions } from "./test-server.ts";

/** Words the reason why a tool was not tested. */
export function skipFor(reason: SkipReason, contract?: Pick<ToolContract, "effect">): Skip {
  return { reason, message: skipMessages[reason](contract) };
}

const untested = { probes: [], findings: [], calls: 0, durationMs: 0 } as const;

/** Creates the report entry of a skipped tool, with the reason. */
export function skippedTool(contract: ToolContract, reason: SkipReason): TestedTool {
  return {
    name: contract.name,
    facts: factsOf(contract, 0),
    skipped: skipFor(reason, contract),
    ...untested,
  };
}

/** Extracts the parts of a contract that decide how a tool is tested. */
export function factsOf(contract: ToolContract, unbroken: number): ContractFacts {
  const { effect, output, terms } = contract;
  const { idempotent, responseTime, examples = [] } = terms;
  return {
    effect,
    hasOutputSchema: output !== undefined,
    ...(idempotent === undefined ? {} : { idempotent }),
    ...(responseTime === undefined ? {} : { responseTime }),
    examples: examples.length,
    unbroken,
    ...(isHinted(contract) && { hinted: true }),
  };
}

/** Reports whether a tool reads by its hint alone, which a server can set without a promise. */
export function isHinted({ effect, asReceived: { annotations } }: ToolContract): boolean {
  if (effect !== "write" || annotations === undefined || !isJsonObject(annotations)) return false;
  return annotations["readOnlyHint"] === true;
}

/** Returns why a tool must not be called, regardless of the time left. */
export function whySkipped(
  reading: ContractReading,
  { only, mayCall }: Pick<TestOptions, "only" | "mayCall">,
): SkipReason | undefined {
  if (reading.kind === "unreadable") return "unreadable";
  const { contract } = reading;
  if (only.length > 0 && !only.includes(contract.name)) return "not-chosen";
  return mayCall(contract) ? undefined : "effect";
}

export function whyNotNow(
  deps: Pick<ProbeDeps, "clock" | "endsAt">,
  isGone: boolean,
): SkipReason | undefined {
  if (isGone) return "server-gone";
  return isTimeLeft(deps) ? undefined : "time-spent";
}

/** Creates the report entry of a tool that is not called. */
export function skippedOf(reading: ContractReading, reason: SkipReason = "unreadable"): TestedTool {
  if (reading.kind === "contract") return skippedTool(reading.contract, reason);
  return {
    name: reading.name,
    facts: { effect: "write", hasOutputSchema: false, examples: 0, unbroken: 0 },
    skipped: skipFor(reason),
    ...untested,
  };
}
