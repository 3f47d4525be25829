import { dirname, resolve } from "node:path";
import type { Config } from "../config/config.ts";
import type { Setting } from "../config/effective.ts";
import { limitSettings } from "../governance/policy/limit-settings.ts";
import type { PolicyState } from "../governance/policy/open-policy.ts";
import type { Policy } from "../governance/policy/policy.ts";
import { readPolicy } from "../governance/policy/read-policy.ts";
import { createFileSource } from "../governance/policy/sources.ts";
import { within } from "./open-durable-stores.ts";
import type { ProcessRuntime } from "./process-runtime.ts";

/** The limits of the configured policy file. */
export interface PolicyLimits {
  readonly file: string;
  readonly limits: Policy["limits"];
  /** The same, as written. */
  readonly settings: readonly Setting[];
}

/** Returns the limits of the policy in force, and those of the texts that it may only narrow. */
export function policyLimitsIn(
  state: PolicyState | undefined,
  source: Config["authority"]["policy"],
): Pick<PolicyLimits, "file" | "limits"> | undefined {
  if (state?.kind !== "usable" || source === undefined) return undefined;
  const file = source.from === "file" ? source.file : "the store";
  return { file, limits: limitsOf(state.policy) };
}

function limitsOf({ limits, within: wider }: Policy): Policy["limits"] {
  return wider === undefined ? limits : [...limits, ...limitsOf(wider)];
}

/**
 * Reads the limits for a command that only looks. Undefined if the policy is in the store, or if
 * the file cannot be used: `policy show` and `policy test` are about those.
 */
export async function readPolicyLimits(
  { authority: { policy } }: Config,
  configFile: string | undefined,
  { folder, signal }: Pick<ProcessRuntime, "folder" | "signal">,
): Promise<PolicyLimits | undefined> {
  if (policy?.from !== "file") return undefined;
  const { file } = policy;
  const home = resolve(folder, configFile === undefined ? "." : dirname(configFile));
  const { read } = createFileSource(within(home, file), file);
  const text = await read(signal).catch(() => undefined);
  const reading = text === undefined ? undefined : readPolicy(text, file);
  if (text === undefined || reading?.kind !== "policy") return undefined;
  const settings = limitSettings(text).map(({ path, value, line, column }): Setting => {
    return { path: `policy.${path}`, value, origin: { kind: "file", file, line, column } };
  });
  return { file, limits: reading.policy.limits, settings };
}
