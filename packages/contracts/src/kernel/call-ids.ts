/** The scope and the tier of a discovery. Null if the call gives none that its contract knows. */
export interface DiscoveryIds {
  /** Values by named level. */
  readonly scope: Readonly<Record<string, string>> | null;
  readonly tier: string | null;
}

/** Correlation ids of a call across logs, traces and other systems. */
export interface CallIds {
  readonly callId: string;
  readonly traceId: string;
  readonly correlationId: string;
  /** Absent if the caller names none. */
  readonly sessionId?: string | undefined;
  /** The connection as the call or its set names it. Absent if the call needs none. */
  readonly connectionId?: string | undefined;
  /** The stored id of the connection that the call was granted. Absent before that. */
  readonly grantedConnection?: string | undefined;
  /** Public name of the tool. Absent if it does not exist. */
  readonly toolId?: string | undefined;
  /** What a discovery looks at. Absent for other calls. */
  readonly discovery?: DiscoveryIds | undefined;
}
