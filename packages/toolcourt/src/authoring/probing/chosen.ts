import type { ContractReading } from "@toolcourt/sdk";
import type { SkipReason, TestedTool } from "./report.ts";
import type { Setting } from "./setting.ts";
import { skippedTool } from "./skipped-tool.ts";
import { skipFor } from "./skips.ts";
import type { TestOptions } from "./test-server.ts";

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
  { isTimeLeft }: Pick<Setting, "isTimeLeft">,
  isGone: boolean,
): SkipReason | undefined {
  if (isGone) return "server-gone";
  return isTimeLeft() ? undefined : "time-spent";
}

/** Creates the report entry of a tool that is not called. */
export function skippedOf(reading: ContractReading, reason: SkipReason = "unreadable"): TestedTool {
  if (reading.kind === "contract") return skippedTool(reading.contract, reason);
  return {
    name: reading.name,
    facts: { effect: "write", hasOutputSchema: false, examples: 0, unbroken: 0 },
    skipped: skipFor(reason),
    probes: [],
    findings: [],
    calls: 0,
    durationMs: 0,
  };
}
