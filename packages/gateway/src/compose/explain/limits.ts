import type { RegisteredTool } from "../../catalog/snapshot.ts";
import { type Cap, capsOf, isForAll } from "../../governance/policy/caps.ts";
import { concerns } from "../../governance/policy/selectors.ts";
import { isRepeatable } from "../../pipeline/category-defaults.ts";
import { maxRetries } from "../../pipeline/execution/retries.ts";
import type { PolicyLimits } from "../policy-limits.ts";
import type { Explained, Explanation } from "./explanation.ts";

/** A limit of the policy that applies to some callers of a tool. */
export interface ExplainedLimit {
  readonly limit: string;
  readonly file: string;
  readonly timeoutMs?: number;
  readonly retries?: number;
  readonly resultBytes?: number;
}

/** Applies the limits of all callers to the settings, and lists those of some. */
export function withLimits(
  settings: Explanation["settings"],
  tool: RegisteredTool,
  known: Pick<PolicyLimits, "file" | "limits"> | undefined,
): Pick<Explanation, "settings" | "limits"> {
  if (known === undefined) return { settings };
  const { file } = known;
  const limits = known.limits.filter((limit) => concerns(limit, tool));
  const caps = capsOf(limits.filter(isForAll)) ?? {};
  const capped = (own: Explained<number>, cap: Cap | undefined): Explained<number> =>
    cap === undefined || cap.max >= own.value
      ? own
      : { value: cap.max, from: { kind: "policy", file, limit: cap.limit } };
  const retries = isRepeatable(tool.contract) ? maxRetries : 0;
  const some = limits.filter((limit) => !isForAll(limit)).map((limit) => explained(limit, file));
  return {
    settings: {
      ...settings,
      timeoutMs: capped(settings.timeoutMs, caps.timeoutMs),
      ...(caps.retries && { retries: capped(byDefault(retries), caps.retries) }),
      ...(caps.resultBytes && { resultBytes: capped(byDefault(Infinity), caps.resultBytes) }),
    },
    ...(some.length > 0 && { limits: some }),
  };
}

function byDefault(value: number): Explained<number> {
  return { value, from: { kind: "default" } };
}

function explained(limit: PolicyLimits["limits"][number], file: string): ExplainedLimit {
  const { id, max_timeout: timeoutMs, max_retries: retries, max_result_bytes: resultBytes } = limit;
  return {
    limit: id,
    file,
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(retries !== undefined && { retries }),
    ...(resultBytes !== undefined && { resultBytes }),
  };
}
