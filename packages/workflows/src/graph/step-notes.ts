import type { StepRecord } from "../store/run-records.ts";

/** Notes what becomes of steps, for people. A run goes on if that fails. */
export interface StepNotes {
  /** Called with each call of a step that the gateway has recorded. */
  readonly called: (step: string, callId: string) => void;
  readonly ended: (step: string, how: StepEnd) => Promise<void>;
}

export interface StepEnd {
  readonly state: StepRecord["state"];
  /** Default: it did not fail. */
  readonly code?: string | undefined;
  /** Default: it waits for none. */
  readonly approval?: string | undefined;
}

/** Notes nothing. For graphs that are only checked. */
export const noNotes: StepNotes = { called: () => undefined, ended: async () => undefined };
