import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import type { EraMemory } from "./era-memory.ts";
import type { Asking, UpstreamListeners } from "./upstream.ts";

/** Dependencies for opening an upstream. */
export interface UpstreamSurroundings {
  readonly clock: Clock;
  /** Resolves all addresses of a name. Default: the system's resolver. */
  readonly lookup?: (host: string) => Promise<readonly string[]>;
  readonly listeners: UpstreamListeners;
  /** Aborts the opening. An open upstream is closed by disposal. */
  readonly signal: AbortSignal;
  /** One per server. Outlives a connection. */
  readonly memory: EraMemory;
  /**
   * Search path for commands. Also the child's `PATH` unless it has its own: a script with
   * `#!/usr/bin/env` finds nothing without one.
   */
  readonly searchPath: string;
  /**
   * Capabilities of callers that the server may use. Default: none. A legacy server learns them
   * once. A modern one gets its caller's own with each request, within these.
   */
  readonly mayAsk?: readonly Asking[];
  /**
   * Whether to read a response to its end after the server was told that the caller left. Default:
   * it is closed at once.
   */
  readonly hearsOut?: boolean;
}
