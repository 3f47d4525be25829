import type { ToolEvent } from "./events.ts";

export interface Service {
  readonly name: string;
  readonly version: string;
}

/** External dependencies of a call. */
export interface Surroundings {
  readonly clock: Clock;
  /** The service that runs the tool. */
  readonly service: Service;
  /** Receives every event of a call. Errors it throws are ignored. */
  readonly observe: (event: ToolEvent) => void;
}

/**
 * Returns the caller's surroundings, with defaults from `defaults`. Unusable parts are replaced too:
 * no clock or service name may break a call.
 */
export function surroundingsOf(
  given: Partial<Surroundings> | undefined,
  defaults: Surroundings,
): Surroundings {
  try {
    const {
      clock = defaults.clock,
      service = defaults.service,
      observe = defaults.observe,
    } = { ...given };
    const { name, version } = service;
    const named = typeof version === "string" && version !== "";
    return { clock: steady(clock), service: named ? { name, version } : defaults.service, observe };
  } catch {
    return defaults;
  }
}

/** Wraps a clock so that it always returns a valid time. */
function steady(clock: Clock): Clock {
  return { now: () => shown(() => clock.now()), monotonic: () => shown(() => clock.monotonic()) };
}

function shown(read: () => number): number {
  try {
    const ms = read();
    return Number.isFinite(ms) ? ms : 0;
  } catch {
    return 0;
  }
}

/** Returns the defaults for a standalone tool: the service is the tool itself. */
export function defaultSurroundings(tool: Service): Surroundings {
  return { clock: systemClock, service: tool, observe: () => undefined };
}

/** The only source of time in the SDK. Injected, so that tests can freeze it. */
export interface Clock {
  /** Milliseconds since the epoch, for records that people read. */
  readonly now: () => number;
  /** Monotonic milliseconds, for measuring. */
  readonly monotonic: () => number;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
};
