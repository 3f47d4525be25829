import { type Clock, systemClock } from "./clock.ts";
import type { ToolEvent } from "./events.ts";

export interface Service {
  readonly name: string;
  readonly version: string;
}

/** What a call needs from the world. */
export interface Surroundings {
  readonly clock: Clock;
  /** The service that runs the tool. */
  readonly service: Service;
  /** Told of everything that happens to a call. What it throws is ignored. */
  readonly observe: (event: ToolEvent) => void;
}

/**
 * The world as a caller describes it. What it leaves out is taken from `usual`, and so is what cannot
 * be used: no clock and no name of a service may break a call.
 */
export function surroundingsOf(
  given: Partial<Surroundings> | undefined,
  usual: Surroundings,
): Surroundings {
  try {
    const { clock = usual.clock, service = usual.service, observe = usual.observe } = { ...given };
    const { name, version } = service;
    const named = typeof version === "string" && version !== "";
    return { clock: steady(clock), service: named ? { name, version } : usual.service, observe };
  } catch {
    return usual;
  }
}

/** A clock that always shows some time. */
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

/** The world as it is, for a tool that runs on its own: the service is the tool itself. */
export function defaultSurroundings(tool: Service): Surroundings {
  return { clock: systemClock, service: tool, observe: () => undefined };
}
