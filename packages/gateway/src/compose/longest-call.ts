import type { Config } from "../config/config.ts";

/** What a tool gets of which nothing is said, if it says itself that it is slow. */
const slowMs = 60_000;
/** For what comes before and behind a tool, and for clocks of machines that differ. */
const marginMs = 60_000;

/** After this time a call has ended, in whichever gateway of this configuration, or its gateway has. */
export function longestCallMs({ tools, servers }: Config["toolbox"]): number {
  const said = [...tools, ...servers.map(({ defaults }) => defaults)];
  const longest = Math.max(slowMs, ...said.map((settings) => settings?.timeoutMs ?? 0));
  // A call waits for its place as long as it may run.
  return 2 * longest + marginMs;
}
