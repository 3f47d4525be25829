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

/** The world as it is, for a tool that runs on its own: the service is the tool itself. */
export function defaultSurroundings(tool: Service): Surroundings {
  return { clock: systemClock, service: tool, observe: () => undefined };
}
