import type { JsonObject } from "@toolcourt/sdk";
import type { ProfileName } from "@toolcourt/sdk/rules";
import type { Clock } from "../../foundation/kernel/clock.ts";
import type { Budget } from "./report.ts";
import type { Subject } from "./subject.ts";

/** What every probe gets to know and to use. */
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
  /** What to type to see a finding again: by its input, or by its seed where there is none. */
  readonly repeat: (tool: string, input?: JsonObject) => string;
  /** The one input to try, where somebody wants to see it again. */
  readonly given?: JsonObject;
  /** Hears of every call. */
  readonly onCall?: () => void;
}
