import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { withTimeout } from "@toolcourt/contracts/internal/kernel/with-timeout";
import { type Upstream, UpstreamError } from "./upstream.ts";

export interface ReachabilityDeps {
  readonly clock: Clock;
  readonly random: () => number;
  /** Returns the current upstream. Older ones are ignored. */
  readonly current: () => Upstream | undefined;
  /** Called when it is reachable again. */
  readonly returned: () => void;
  readonly signal: AbortSignal;
}

/**
 * Tracks from requests if a server is reachable. Over HTTP there is no connection to lose, so
 * nothing else tells.
 */
export interface Reachability {
  readonly isThere: () => boolean;
  readonly answered: () => void;
  readonly failed: (error: unknown, upstream: Upstream) => void;
}

const probeMs = 10_000;

export function createReachability(deps: ReachabilityDeps): Reachability {
  const { current, returned } = deps;
  let away: Upstream | undefined;
  let waitedFor: Upstream | undefined;
  const isAway = (upstream: Upstream): boolean => upstream === away && upstream === current();

  // No calls are sent to a server that is marked away, so we probe it.
  const wait = async (upstream: Upstream): Promise<void> => {
    waitedFor = upstream;
    for (let failures = 0; isAway(upstream); failures += 1) {
      if (await matcher(upstream, failures, deps)) away = undefined;
      else if (deps.signal.aborted) return;
    }
    if (waitedFor === upstream) waitedFor = undefined;
    if (upstream === current()) returned();
  };

  return {
    isThere: () => away === undefined || away !== current(),
    answered: () => {
      away = undefined;
    },
    failed: (error, upstream) => {
      if (!(error instanceof UpstreamError) || upstream !== current()) return;
      if (error.fault.kind === "rpc") away = undefined;
      if (error.fault.kind !== "unreachable" || away === upstream) return;
      away = upstream;
      // The server may come and go while a probe is waiting: one probe loop is enough.
      if (waitedFor !== upstream) void wait(upstream);
    },
  };
}

/** Probes once, after a delay. A protocol error counts as an answer. */
async function matcher(
  upstream: Upstream,
  failures: number,
  { clock, random, signal }: ReachabilityDeps,
): Promise<boolean> {
  const method = upstream.era === "modern" ? "server/discover" : "ping";
  try {
    await clock.sleep(backoffMs(failures, random()), signal);
    await withTimeout({ clock, ms: probeMs, signal }, (each) =>
      upstream.request({ method, params: {} }, each),
    );
    return true;
  } catch (error) {
    return error instanceof UpstreamError && error.fault.kind === "rpc";
  }
}

const firstWaitMs = 500;
const maxWaitMs = 30_000;

/** Exponential backoff up to a limit, with jitter between half and all of it. */
export function backoffMs(failures: number, random: number): number {
  const full = Math.min(firstWaitMs * 2 ** Math.min(failures, 10), maxWaitMs);
  return Math.round(full * (0.5 + random / 2));
}
