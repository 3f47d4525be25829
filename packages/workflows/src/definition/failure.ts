/** The reason a step failed, for graphs with a failure edge. */
export type StepFailure =
  /** The gateway refused the call, or a read-only tool gave no answer. */
  | { readonly kind: "refused"; readonly code: string; readonly retryable: boolean }
  /** The tool answered with an error: its own code, or `tool-failed` if it has none. */
  | { readonly kind: "failed"; readonly code: string };

/** Failures by step name. Cleared when the step succeeds later. */
export type Failures = Readonly<Record<string, StepFailure | undefined>>;
