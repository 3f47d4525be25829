import type { Config } from "../config/config.ts";

/** Timeout of an unconfigured tool that declares itself slow. */
const slowMs = 60_000;
/** Margin for work before and after the tool, and for clock skew. */
const marginMs = 60_000;

/**
 * Returns the time after which a call of any gateway with this configuration is over, or its
 * gateway has died.
 */
export function maxCallMs({ tools, servers }: Config["toolbox"]): number {
  const declared = [...tools, ...servers.map(({ defaults }) => defaults)];
  const maxMs = Math.max(slowMs, ...declared.map((settings) => settings?.timeoutMs ?? 0));
  // A call may wait for its slot as long as it may run.
  return 2 * maxMs + marginMs;
}
