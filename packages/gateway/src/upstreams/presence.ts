import type { Clock } from "../foundation/kernel/clock.ts";
import { withTimeout } from "../foundation/kernel/with-timeout.ts";
import { backoffMs } from "./backoff.ts";
import { type Upstream, UpstreamError } from "./upstream.ts";

export interface PresenceDependencies {
  readonly clock: Clock;
  readonly random: () => number;
  /** The upstream that is asked now. Whether another one is there is of no interest. */
  readonly current: () => Upstream | undefined;
  /** Called when it is there again. */
  readonly returned: () => void;
  readonly signal: AbortSignal;
}

/**
 * Whether a server is there, as far as its requests tell. Over HTTP nothing else does: there is no
 * connection to lose.
 */
export interface Presence {
  readonly isThere: () => boolean;
  readonly answered: () => void;
  readonly failed: (error: unknown, upstream: Upstream) => void;
}

const probeMs = 10_000;

export function createPresence(dependencies: PresenceDependencies): Presence {
  const { current, returned } = dependencies;
  let away: Upstream | undefined;
  let waitedFor: Upstream | undefined;
  const isAway = (upstream: Upstream): boolean => upstream === away && upstream === current();

  // Nobody sends calls to a server that is said to be away, so that it is asked by us.
  const wait = async (upstream: Upstream): Promise<void> => {
    waitedFor = upstream;
    for (let failures = 0; isAway(upstream); failures += 1) {
      if (await answers(upstream, failures, dependencies)) away = undefined;
      else if (dependencies.signal.aborted) return;
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
      // It may come and go many times while we wait to ask it: one of us asks.
      if (waitedFor !== upstream) void wait(upstream);
    },
  };
}

/** Asks once, after a while. An error of the protocol is an answer too. */
async function answers(
  upstream: Upstream,
  failures: number,
  { clock, random, signal }: PresenceDependencies,
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
