/** Correlation ids of a call across logs, traces and other systems. */
export interface CallIds {
  readonly callId: string;
  readonly traceId: string;
  readonly correlationId: string;
  /** Absent if the caller names none. */
  readonly sessionId?: string | undefined;
  /** Absent if the call needs none. */
  readonly connectionId?: string | undefined;
  /** Public name of the tool. Absent if it does not exist. */
  readonly toolId?: string | undefined;
}
