import type { McpSubscription } from "@modelcontextprotocol/client";
import type { Clock } from "../foundation/kernel/clock.ts";

const firstWaitMs = 1_000;
const longestWaitMs = 60_000;
/** A subscription that ends sooner than this is no reason to ask again so soon. */
const steadyMs = 10_000;

export interface Following {
  readonly clock: Clock;
  readonly listen: (signal: AbortSignal) => Promise<Pick<McpSubscription, "closed">>;
  /** Called before we listen again: what happened in between, nobody has told us. */
  readonly missed: () => void;
}

/**
 * Hears from a modern server what has changed, for as long as `signal` lets it. The subscription is
 * one long request: when it ends we ask again, and assume that we missed something.
 */
export async function followChanges(following: Following, signal: AbortSignal): Promise<void> {
  const { clock, missed } = following;
  let waitMs = firstWaitMs;
  while (!signal.aborted) {
    const since = clock.monotonic();
    const ended = await listenOnce(following, signal);
    if (ended === "local") return;
    if (ended !== "refused" && clock.monotonic() - since >= steadyMs) waitMs = firstWaitMs;
    if (!(await slept(clock, waitMs, signal))) return;
    waitMs = Math.min(waitMs * 2, longestWaitMs);
    if (ended !== "refused") missed();
  }
}

function slept(clock: Clock, ms: number, signal: AbortSignal): Promise<boolean> {
  return clock.sleep(ms, signal).then(
    () => true,
    () => false,
  );
}

async function listenOnce(
  { listen }: Following,
  signal: AbortSignal,
): Promise<"local" | "graceful" | "remote" | "refused"> {
  try {
    const subscription = await listen(signal);
    return await subscription.closed;
  } catch {
    return "refused";
  }
}
