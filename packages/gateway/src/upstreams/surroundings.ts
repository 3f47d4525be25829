import type { Clock } from "../foundation/kernel/clock.ts";
import type { EraMemory } from "./era-memory.ts";
import type { Asking, UpstreamListeners } from "./upstream.ts";

/** What opening an upstream takes from the world. */
export interface UpstreamSurroundings {
  readonly clock: Clock;
  /** Every address of a name. Default: what the system says. */
  readonly lookup?: (host: string) => Promise<readonly string[]>;
  readonly listeners: UpstreamListeners;
  /** Gives up the opening. What is open already is closed by disposing it. */
  readonly signal: AbortSignal;
  /** One for each server, kept by whoever opens it again. */
  readonly memory: EraMemory;
  /**
   * Where commands are looked up. A child gets it as its `PATH`, unless it was given another: a script
   * that begins with `#!/usr/bin/env` finds nothing without.
   */
  readonly searchPath: string;
  /**
   * What the server may ask of callers. A legacy server is told of it once; where it is absent, of
   * nothing. A modern one is told with each request what its caller says, within this.
   */
  readonly mayAsk?: readonly Asking[];
  /**
   * Whether the response of a server that was told that a caller left is listened to all the same, to
   * hear what it answers. Otherwise it is closed at once.
   */
  readonly hearsOut?: boolean;
}
