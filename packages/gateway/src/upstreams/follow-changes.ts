import type { Client } from "@modelcontextprotocol/client";
import type { Clock } from "../kernel/clock.ts";
import type { UpstreamSurroundings } from "./surroundings.ts";

const firstWaitMs = 1_000;
const longestWaitMs = 60_000;

/**
 * Hears from a modern server that its tools have changed, for as long as `signal` lets it. The
 * subscription is one long request: when it ends we ask again, and assume that we missed something.
 */
export async function followChanges(
  client: Client,
  { clock, listeners }: Pick<UpstreamSurroundings, "clock" | "listeners">,
  signal: AbortSignal,
): Promise<void> {
  let waitMs = firstWaitMs;
  while (!signal.aborted) {
    const ended = await listenOnce(client, signal);
    if (ended === "local") return;
    if (ended !== "refused") waitMs = firstWaitMs;
    if (!(await slept(clock, waitMs, signal))) return;
    waitMs = Math.min(waitMs * 2, longestWaitMs);
    if (ended !== "refused") listeners.toolsChanged();
  }
}

function slept(clock: Clock, ms: number, signal: AbortSignal): Promise<boolean> {
  return clock.sleep(ms, signal).then(
    () => true,
    () => false,
  );
}

async function listenOnce(
  client: Client,
  signal: AbortSignal,
): Promise<"local" | "graceful" | "remote" | "refused"> {
  try {
    const subscription = await client.listen({ toolsListChanged: true }, { signal });
    return await subscription.closed;
  } catch {
    return "refused";
  }
}
