/** What a call is followed by through logs, traces and other systems. */
export interface CallIds {
  readonly callId: string;
  readonly traceId: string;
  readonly correlationId: string;
  /** Absent where the caller names none. */
  readonly sessionId?: string | undefined;
  /** Absent where the call needs none. */
  readonly connectionId?: string | undefined;
  /** The public name of the tool. Absent where there is no such tool. */
  readonly toolId?: string | undefined;
}
