import type { Clock } from "../kernel/clock.ts";
import { type Era, type Upstream, UpstreamError, type UpstreamListeners } from "./upstream.ts";

export interface Retry {
  /** How many attempts in a row have failed. Zero when the connection was just lost. */
  readonly failures: number;
  readonly waitMs: number;
  readonly cause?: unknown;
}

export interface KeepConnectedOptions {
  readonly clock: Clock;
  /** From 0 up to 1. Servers that went down together must not be asked together. */
  readonly random: () => number;
  /** `toolsChanged` is also told after every reconnection: who was away has missed something. */
  readonly listeners: UpstreamListeners;
  /** Whether an upstream that cannot be opened at all is an error, or something to keep trying. */
  readonly first: "must-succeed" | "may-fail";
  readonly onRetry?: (retry: Retry) => void;
}

/** An upstream that is sometimes not there. */
export interface KeptUpstream extends Upstream {
  readonly isConnected: () => boolean;
}

const firstWaitMs = 500;
const longestWaitMs = 30_000;

/**
 * An upstream that is opened again whenever it is lost. Meanwhile every call fails at once, as
 * unreachable: whoever waits, waits in the open. `lost` resolves only when it is disposed.
 */
export async function keepConnected(
  open: (signal: AbortSignal) => Promise<Upstream>,
  options: KeepConnectedOptions,
): Promise<KeptUpstream> {
  const stopping = new AbortController();
  const state: State = { era: "legacy" };
  const first = await open(stopping.signal).catch((cause: unknown) => {
    if (options.first === "must-succeed") throw cause;
    return undefined;
  });
  hold(state, first);

  const keeping = keep(state, { open, options, signal: stopping.signal });
  return {
    get era() {
      return state.era;
    },
    listTools: async (signal) => current(state).listTools(signal),
    callTool: async (call, signal) => current(state).callTool(call, signal),
    request: async (request, signal) => current(state).request(request, signal),
    capabilities: () => state.upstream?.capabilities() ?? {},
    watchResources: async (uris, signal) => current(state).watchResources(uris, signal),
    lost: keeping,
    isConnected: () => state.upstream !== undefined,
    [Symbol.asyncDispose]: async () => {
      stopping.abort();
      await state.upstream?.[Symbol.asyncDispose]();
      await keeping;
    },
  };
}

interface State {
  upstream?: Upstream | undefined;
  era: Era;
}

interface Keeping {
  readonly open: (signal: AbortSignal) => Promise<Upstream>;
  readonly options: KeepConnectedOptions;
  readonly signal: AbortSignal;
}

function hold(state: State, upstream: Upstream | undefined): void {
  state.upstream = upstream;
  state.era = upstream?.era ?? state.era;
}

function current({ upstream }: State): Upstream {
  if (upstream === undefined) throw new UpstreamError({ kind: "unreachable" });
  return upstream;
}

async function keep(state: State, keeping: Keeping): Promise<void> {
  const { signal, options } = keeping;
  while (!signal.aborted) {
    await state.upstream?.lost;
    const old = state.upstream;
    hold(state, undefined);
    await Promise.resolve(old?.[Symbol.asyncDispose]()).catch(() => undefined);
    const reopened = await reopen(keeping);
    hold(state, reopened);
    if (reopened === undefined) return;
    options.listeners.toolsChanged();
  }
}

/** Tries until it succeeds, or gives nothing when it is told to stop. */
async function reopen({ open, options, signal }: Keeping): Promise<Upstream | undefined> {
  let cause: unknown;
  for (let failures = 0; !signal.aborted; failures += 1) {
    const waitMs = backoffMs(failures, options.random());
    options.onRetry?.({ failures, waitMs, cause });
    try {
      await options.clock.sleep(waitMs, signal);
      const upstream = await open(signal);
      if (!isStopped(signal)) return upstream;
      await upstream[Symbol.asyncDispose]();
    } catch (error) {
      cause = error;
    }
  }
  return undefined;
}

// It may have been told to stop while it opened; the compiler cannot know that.
function isStopped(signal: AbortSignal): boolean {
  return signal.aborted;
}

/** Doubles up to a limit, and takes between half of it and all of it. */
export function backoffMs(failures: number, random: number): number {
  const full = Math.min(firstWaitMs * 2 ** Math.min(failures, 10), longestWaitMs);
  return Math.round(full * (0.5 + random / 2));
}
