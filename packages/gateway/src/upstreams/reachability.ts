import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { withTimeout } from "@toolcourt/contracts/internal/kernel/with-timeout";
import type { Era } from "../protocol/era.ts";
import { type Upstream, UpstreamError, type UpstreamListeners } from "./upstream.ts";

/** The upstream of now, and what outlives it. */
export interface State {
  upstream?: Upstream | undefined;
  era: Era;
  watched: readonly string[];
}

interface ReachabilityDeps extends Pick<Runtime, "clock" | "random" | "signal"> {
  /** All are called when the server is reachable again. */
  readonly listeners: UpstreamListeners;
}

export function notifyAll({ watched }: State, listeners: UpstreamListeners): void {
  listeners.toolsChanged();
  listeners.changed?.("prompts");
  listeners.changed?.("resources");
  for (const uri of watched) listeners.resourceUpdated?.(uri);
}

const probeMs = 10_000;

/**
 * Tracks from requests if a server is reachable. Over HTTP there is no connection to lose, so
 * nothing else tells.
 */
export class Reachability {
  readonly #state: State;
  readonly #deps: ReachabilityDeps;
  #away: Upstream | undefined;
  #probed: Upstream | undefined;

  /** Reads the current upstream from the state. Older ones are ignored. */
  constructor(state: State, deps: ReachabilityDeps) {
    this.#state = state;
    this.#deps = deps;
  }

  isThere(): boolean {
    return this.#away === undefined || this.#away !== this.#state.upstream;
  }

  answered(): void {
    this.#away = undefined;
  }

  failed(error: unknown, upstream: Upstream): void {
    if (!(error instanceof UpstreamError) || upstream !== this.#state.upstream) return;
    if (error.fault.kind === "rpc") this.#away = undefined;
    if (error.fault.kind !== "unreachable" || this.#away === upstream) return;
    this.#away = upstream;
    // The server may come and go while a probe is waiting: one probe loop is enough.
    if (this.#probed !== upstream) void this.#probe(upstream);
  }

  /** Probes a server that is marked away, because no calls are sent to it. */
  async #probe(upstream: Upstream): Promise<void> {
    const { signal, listeners } = this.#deps;
    this.#probed = upstream;
    const isCurrent = (): boolean => upstream === this.#state.upstream;
    for (let failures = 0; upstream === this.#away && isCurrent(); failures += 1) {
      if (await isAnswering(upstream, failures, this.#deps)) this.#away = undefined;
      else if (signal.aborted) return;
    }
    if (this.#probed === upstream) this.#probed = undefined;
    if (isCurrent()) notifyAll(this.#state, listeners);
  }
}

/** Probes once, after a delay. A protocol error counts as an answer. */
async function isAnswering(
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
