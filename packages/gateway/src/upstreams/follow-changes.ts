import type { McpSubscription } from "@modelcontextprotocol/client";
import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";

const firstWaitMs = 1_000;
const longestWaitMs = 60_000;
/** A subscription that ends sooner counts as a failure for the backoff. */
const steadyMs = 10_000;

export interface Following {
  readonly clock: Clock;
  readonly listen: (signal: AbortSignal) => Promise<Pick<McpSubscription, "closed">>;
  /** Called before listening again: changes in between went unnoticed. */
  readonly missed: () => void;
}

/**
 * Follows a modern server's change notifications until `signal` aborts. The subscription is one
 * long request. When it ends we subscribe again and assume a missed change.
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
