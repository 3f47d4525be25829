/** Why a step did not come to its end, where the graph says how it goes on then. */
export type StepFailure =
  /** The gateway did not let the call pass, or a tool that only reads gave no answer. */
  | { readonly kind: "refused"; readonly code: string; readonly retryable: boolean }
  /** The tool answered with an error: its own code, or `tool-failed` where it has none. */
  | { readonly kind: "failed"; readonly code: string };

/** The failures of steps, by their names. That of a step which has come to its end since is gone. */
export type Failures = Readonly<Record<string, StepFailure | undefined>>;
