import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import type { JsonObject } from "@toolcourt/sdk";
import type { ProfileName } from "@toolcourt/sdk/rules";
import type { Budget } from "./report.ts";
import type { Subject } from "./subject.ts";

/** Shared context of all probes. */
export interface Setting {
  readonly subject: Subject;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly seed: number;
  readonly budget: Budget;
  readonly profiles: readonly ProfileName[];
  readonly isTimeLeft: () => boolean;
  /** Whether a new connection means a new process. */
  readonly startsAnew: boolean;
  /** Returns the command that reproduces a finding: by its input, or by its seed without one. */
  readonly repeat: (tool: string, input?: JsonObject) => string;
  /** The only input to try, when a finding is replayed. Default: draw inputs. */
  readonly given?: JsonObject;
  /** Called after every call. Default: none. */
  readonly onCall?: () => void;
}
