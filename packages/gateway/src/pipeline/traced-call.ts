import type { TraceContext } from "@toolcourt/contracts/internal/kernel/trace-context";
import type { Outcome } from "./outcome.ts";

/** The place of a call in a trace. */
export interface TracedCall {
  /** Default: the trace is not passed on. */
  readonly context: TraceContext | undefined;
  /** Ends the recorded span. Default: none is recorded. */
  readonly end?: (outcome: Outcome) => void;
}
