import type { ApprovalWish, ResponseTime, ToolContract } from "@toolcourt/sdk";
import type { DefaultToolSettings, ToolSettings } from "../settings.ts";
import type { EffectiveSettings } from "../snapshot.ts";
import { isoDuration } from "./iso-duration.ts";

/** What applies where neither the tool's own settings nor the server's defaults say anything. */
const usual = { maxInstances: 5, timeoutMs: 30_000 };

// Many times what a tool says it takes: a busy moment is no reason to give up, a hanging tool is.
const timeoutOf: Readonly<Record<ResponseTime, number>> = {
  fast: 5_000,
  medium: 15_000,
  slow: 60_000,
};

/** Field by field: what is set for the tool, else what the server gives its tools, else what fits its response time. */
export function settle(
  explicit: Omit<ToolSettings, "name"> | undefined,
  defaults: DefaultToolSettings | undefined,
  contract: ToolContract,
): EffectiveSettings {
  const { responseTime } = contract.terms;
  const fitting = responseTime === undefined ? {} : { timeoutMs: timeoutOf[responseTime] };
  const { maxInstances, timeoutMs } = { ...usual, ...fitting, ...defaults, ...explicit };
  return { maxInstances, timeoutMs, approval: explicit?.approval ?? wishOf(contract) };
}

// A tool that destroys asks unless the operator says otherwise: the tool's own "none" does not count.
function wishOf({ effect, terms }: ToolContract): ApprovalWish {
  const wish = terms.approval ?? "none";
  return effect === "destroy" && wish === "none" ? "caller" : wish;
}

/** Settings as the log shows them, in the words of the configuration file. */
export function shownSettings(settings: DefaultToolSettings): string {
  const { maxInstances, timeoutMs } = settings;
  return JSON.stringify({
    ...(maxInstances === undefined ? {} : { max_instances: maxInstances }),
    ...(timeoutMs === undefined ? {} : { timeout: isoDuration(timeoutMs) }),
  });
}
