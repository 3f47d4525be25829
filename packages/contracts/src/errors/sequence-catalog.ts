import { type CallCatalog, explainTool, type OfTool } from "./entry.ts";

/** The details of each refusal because of what happened before a call. */
export interface SequenceErrorDetails {
  "sequence-denied": OfTool & {
    /** The statements that forbid it. */
    readonly statements: readonly string[];
    /** Why, one sentence each. No value is named. */
    readonly reasons: readonly string[];
  };
  "sequence-unavailable": OfTool & {
    /** Whether the tool ran, and only its result is withheld. */
    readonly mayHaveActed: boolean;
  };
}

/** Every refusal because of what happened before a call. */
export const sequenceCatalog: CallCatalog<SequenceErrorDetails> = {
  "sequence-denied": {
    class: "business",
    message: ({ tool, reasons }) => `${tool} was not called: ${reasons.join("; ")}.`,
    meaning:
      "A statement about sequences forbids the call after what this principal did and read before. For example, a stranger's text decides where data goes, or a total is reached.",
    remedy:
      "Choose another way that the statement allows, or ask the operator to change the statement.",
    next: explainTool,
    evidence: ["statements", "reasons"],
  },
  "sequence-unavailable": {
    class: "system",
    retryable: ({ mayHaveActed }) => !mayHaveActed,
    message: ({ tool, mayHaveActed }) =>
      mayHaveActed
        ? `${tool} ran, but its result is withheld: it cannot be remembered for later calls.`
        : `${tool} was not called: what happened before it cannot be read.`,
    meaning:
      "The policy has statements about sequences, and the store of histories cannot be used. Nothing is decided without it.",
    remedy: "Check whether an earlier call had an effect, then try again once the store is back.",
    next: () => "toolcourt doctor",
    evidence: ["mayHaveActed"],
  },
};
