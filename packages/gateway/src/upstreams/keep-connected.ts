import { type Cancellation, signalOf } from "@toolcourt/contracts/internal/kernel/cancellation";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { withTimeout } from "@toolcourt/contracts/internal/kernel/with-timeout";
import { isNotFound } from "./ask.ts";
import { HealthRecord, type ServerHealth } from "./health.ts";
import { backoffMs, notifyAll, Reachability, type State } from "./reachability.ts";
import {
  type Upstream,
  type UpstreamCall,
  UpstreamError,
  type UpstreamListeners,
  type UpstreamRequest,
} from "./upstream.ts";

/** `random` is for jitter: servers that went down together must not be retried together. */
interface KeepConnectedDeps extends Pick<Runtime, "clock" | "random"> {
  /** All are also called when the server is back: changes may have been missed. */
  readonly listeners: UpstreamListeners;
  /** Whether a failure of the first opening is an error, or is retried. */
  readonly first: "must-succeed" | "may-fail";
  /** Records how the server fares. Default: a record of its own. */
  readonly health?: HealthRecord;
  /** Called once when a lost server does not come back at once. */
  readonly onAway?: (error: unknown) => void;
  /** Called when a lost server is connected again. */
  readonly onBack?: () => void;
}

/** An upstream that may be temporarily disconnected. */
export interface KeptUpstream extends Upstream {
  /** False while it is being reopened, and after an unreachable request until one succeeds. */
  readonly isConnected: () => boolean;
  /** Default: nothing that could fail on its own, such as a set of HTTP tools. */
  readonly health?: () => ServerHealth;
}

/** A connection lost sooner counts as a failure for the backoff. */
const steadyMs = 10_000;
/** Time limit for restoring the watched resources. */
const restoreMs = 10_000;

/**
 * Reopens an upstream whenever it is lost. Meanwhile every call fails at once as unreachable, so
 * waiting is the caller's choice. `lost` resolves only on disposal.
 */
export async function keepConnected(open: Open, options: KeepConnectedDeps): Promise<KeptUpstream> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const state: State = { era: "legacy", watched: [] };
  const { health = new HealthRecord(options.clock) } = options;
  const first = await open(signal).catch((cause: unknown) => {
    health.failed(cause);
    if (options.first === "must-succeed") throw cause;
    return undefined;
  });
  hold(state, first);
  if (first !== undefined) health.connected();

  const reachability = new Reachability(state, { ...options, signal });
  const forward = createForward(state, reachability, health);
  const listTools = forward((upstream, _: undefined, each) => upstream.listTools(signalOf(each)));

  const keeping = keep(state, { open, options, signal, health });
  return {
    get era() {
      return state.era;
    },
    listTools: (each) => listTools(undefined, each),
    callTool: forward((upstream, call: UpstreamCall, each) => upstream.callTool(call, each)),
    request: forward((upstream, asked: UpstreamRequest, each) => upstream.request(asked, each)),
    capabilities: () => state.upstream?.capabilities() ?? {},
    watchResources: async (uris, each) => {
      // Stored for the next connection too, even if there is none yet.
      state.watched = [...uris];
      await state.upstream?.watchResources(uris, each);
    },
    lost: keeping,
    health: health.current,
    isConnected: () => state.upstream !== undefined && reachability.isThere(),
    [Symbol.asyncDispose]: async () => {
      stopping.abort();
      await state.upstream?.[Symbol.asyncDispose]();
      await keeping;
    },
  };
}

type Open = (signal: AbortSignal) => Promise<Upstream>;

interface Keeping {
  readonly open: Open;
  readonly options: KeepConnectedDeps;
  readonly signal: AbortSignal;
  readonly health: HealthRecord;
}

function hold(state: State, upstream: Upstream | undefined): void {
  state.upstream = upstream;
  state.era = upstream?.era ?? state.era;
}

type Send<Subject, T> = (upstream: Upstream, subject: Subject, signal: Cancellation) => Promise<T>;

/** Creates methods that send to the current upstream, and learn from each if the server is there. */
function createForward(state: State, reachability: Reachability, health: HealthRecord) {
  return function forward<Subject, T>(send: Send<Subject, T>) {
    return function forwarded(subject: Subject, signal: Cancellation): Promise<T> {
      const { upstream } = state;
      if (upstream === undefined) {
        return Promise.reject(new UpstreamError({ kind: "unreachable" }));
      }
      return send(upstream, subject, signal).then(
        (result) => {
          reachability.answered();
          return result;
        },
        (error: unknown) => {
          reachability.failed(error, upstream);
          // A server need not know every method: we ask some only to learn what it offers.
          if (error instanceof UpstreamError && !isNotFound(error)) health.failed(error);
          throw error;
        },
      );
    };
  };
}

async function keep(state: State, keeping: Keeping): Promise<void> {
  const { signal, options, health } = keeping;
  const { clock } = options;
  let losses = 0;
  while (!signal.aborted) {
    const since = clock.monotonic();
    await state.upstream?.lost;
    if (clock.monotonic() - since >= steadyMs) losses = 0;
    const old = state.upstream;
    hold(state, undefined);
    if (old !== undefined) health.lost();
    await Promise.resolve(old?.[Symbol.asyncDispose]()).catch(() => undefined);
    const reopened = await reopen(keeping, losses, old !== undefined);
    losses += 1;
    hold(state, reopened);
    if (reopened === undefined) return;
    noteReturn(keeping, old !== undefined);
    await restore(state, reopened, keeping);
    notifyAll(state, options.listeners);
  }
}

/** A server that joins late was not there before, so it is not back. */
function noteReturn({ health, options }: Keeping, wasConnected: boolean): void {
  health.connected();
  if (wasConnected) options.onBack?.();
}

/** Restores the watched resources. A refusal or silence must not cost us the server's tools. */
async function restore({ watched }: State, upstream: Upstream, keeping: Keeping): Promise<void> {
  if (watched.length === 0) return;
  const { clock } = keeping.options;
  await withTimeout({ clock, ms: restoreMs, signal: keeping.signal }, (each) =>
    upstream.watchResources(watched, each),
  ).catch(() => undefined);
}

/** Retries until it succeeds. Reports the first failure only. Undefined when stopped. */
async function reopen(
  { open, options, signal, health }: Keeping,
  losses: number,
  wasConnected: boolean,
): Promise<Upstream | undefined> {
  let report = wasConnected ? options.onAway : undefined;
  for (let failures = losses; !signal.aborted; failures += 1) {
    try {
      await options.clock.sleep(backoffMs(failures, options.random()), signal);
      const upstream = await open(signal);
      if (!isStopped(signal)) return upstream;
      await upstream[Symbol.asyncDispose]();
    } catch (error) {
      // Calls fail as unreachable meanwhile.
      if (isStopped(signal)) return undefined;
      health.failed(error);
      report?.(error);
      report = undefined;
    }
  }
  return undefined;
}

// The signal may abort during opening, which the compiler's narrowing ignores.
function isStopped(signal: AbortSignal): boolean {
  return signal.aborted;
}
