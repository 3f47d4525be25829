/** Origin of a failure: the caller's input, a rule of the domain, or the system. */
export const errorClasses = ["validation", "business", "system"] as const;
export type ErrorClass = (typeof errorClasses)[number];

export interface Failure {
  readonly class: ErrorClass;
  /**
   * Whether the same call may succeed later. For a tool with side effects, true only if it is
   * idempotent.
   */
  readonly retryable: boolean;
  /** Shown to the caller: no values, no stack, no untrusted text. */
  readonly message: string;
  /** Remedy, in one sentence. */
  readonly next: string;
}

/**
 * All failures that do not come from a tool's author. The codes are public: never rename or reuse
 * one.
 */
export const failureCodes = {
  "input-invalid": {
    class: "validation",
    retryable: false,
    message: "The tool does not accept this input.",
    next: "Correct the places that the message names and call again.",
  },
  "context-invalid": {
    class: "validation",
    retryable: false,
    message: "The call came with an invalid context.",
    next: "Correct the code that calls the tool; no change of the input can help.",
  },
  "not-permitted": {
    class: "business",
    retryable: false,
    message: "The caller lacks a permission that the tool requires.",
    next: "Ask for the permission, or choose a tool that does without it.",
  },
  "output-invalid": {
    class: "system",
    retryable: false,
    message: "The tool returned data that its contract does not allow.",
    next: "Report it to the tool's author; the data was not passed on.",
  },
  "hints-invalid": {
    class: "system",
    retryable: false,
    message: "The tool returned hints that are incomplete or inconsistent.",
    next: "Report it to the tool's author; the data was not passed on.",
  },
  "tool-failed": {
    class: "system",
    retryable: true,
    message: "The tool failed.",
    next: "Call again later if the failure is marked retryable; otherwise report it to the tool's author.",
  },
  cancelled: {
    class: "system",
    retryable: true,
    message: "The call was cancelled before the tool answered.",
    next: "Call again if the failure is marked retryable; otherwise find out first what the tool has done.",
  },
} as const satisfies Readonly<Record<string, Failure>>;

export type FailureCode = keyof typeof failureCodes;

/** Lower-case words separated by dashes, as in `review-next-card`. */
export const kebabCase = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
