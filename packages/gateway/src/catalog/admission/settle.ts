import type { ApprovalWish, ResponseTime, ToolContract } from "@toolcourt/sdk";
import type { EffectiveToolConfig } from "../snapshot.ts";
import type { ServerPolicy, ToolConfig, ToolDefaults } from "../tool-config.ts";

/** Fallback if neither the tool's settings nor the server's defaults set a value. */
const fallback = { maxInstances: 5, timeoutMs: 30_000 };

// Many times the declared response time: a busy moment is no reason to give up, a hang is.
const timeoutOf: Readonly<Record<ResponseTime, number>> = {
  fast: 5_000,
  medium: 15_000,
  slow: 60_000,
};

/**
 * Resolves each field: the tool's setting, else the server's default, else a value by response
 * time.
 */
export function settle(
  explicit: Omit<ToolConfig, "name"> | undefined,
  server: Pick<ServerPolicy, "defaults" | "profiles" | "approval">,
  contract: ToolContract,
): EffectiveToolConfig {
  const { defaults, profiles } = server;
  const { responseTime } = contract.terms;
  const fitting = responseTime === undefined ? {} : { timeoutMs: timeoutOf[responseTime] };
  const { maxInstances, timeoutMs } = { ...fallback, ...fitting, ...defaults, ...explicit };
  const approval = explicit?.approval;
  if (approval !== undefined) return { maxInstances, timeoutMs, approval };
  const ofServer = defaults?.approval ?? server.approval;
  const wanted =
    ofServer === undefined
      ? approvalOf(contract, profiles)
      : { approval: stricter(ofServer, wishOf(contract)) };
  return { maxInstances, timeoutMs, ...wanted };
}

const byStrictness: readonly ApprovalWish[] = ["none", "caller", "operator"];

// A setting for all tools of a server settles undeclared effects. It does not end what one tool's
// contract demands: that takes an entry for the tool.
function stricter(one: ApprovalWish, other: ApprovalWish): ApprovalWish {
  return byStrictness.indexOf(one) > byStrictness.indexOf(other) ? one : other;
}

type Approval = Pick<EffectiveToolConfig, "approval" | "isUndeclared">;

function approvalOf(contract: ToolContract, profiles: ServerPolicy["profiles"]): Approval {
  const approval = wishOf(contract);
  const isUndeclared = profiles.includes("core") && !declaresEffect(contract);
  if (approval !== "none" || !isUndeclared) return { approval };
  return { approval: "caller", isUndeclared };
}

/**
 * Only terms declare an effect, those of the server included: they are a promise, and the lock holds
 * the tool if they change. Annotations are hints for display, and a name is a guess.
 */
export function declaresEffect({ terms }: ToolContract): boolean {
  return terms.effect !== undefined || terms.category !== undefined;
}

// A destructive tool needs approval unless the operator opts out. The tool's own "none" does not
// count.
function wishOf({ effect, terms }: ToolContract): ApprovalWish {
  const wish = terms.approval ?? "none";
  return effect === "destroy" && wish === "none" ? "caller" : wish;
}

/** Formats settings for the log, in the terms of the configuration file. */
export function shownSettings(settings: ToolDefaults): string {
  const { maxInstances, timeoutMs } = settings;
  return JSON.stringify({
    ...(maxInstances === undefined ? {} : { max_instances: maxInstances }),
    ...(timeoutMs === undefined ? {} : { timeout: isoDuration(timeoutMs) }),
  });
}

/** Formats a duration in ISO 8601: `PT30S`, `PT1M`, `PT1H30M`. */
export function isoDuration(ms: number): string {
  const hours = Math.floor(ms / 3_600_000);
  const minutes = Math.floor((ms % 3_600_000) / 60_000);
  const seconds = (ms % 60_000) / 1000;
  const parts = [part(hours, "H"), part(minutes, "M"), part(seconds, "S")].join("");
  return `PT${parts === "" ? "0S" : parts}`;
}

function part(amount: number, unit: string): string {
  return amount === 0 ? "" : `${amount}${unit}`;
}
