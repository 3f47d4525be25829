import type { CallErrorDetails } from "./call-details.ts";

// Reasons for a refusal, as continuations of its message.

export const whyHeld = {
  nonconformant: "it does not conform to its contract",
  drifted: "it differs from what was approved",
  "not-admitted": "it was not admitted",
  removed: "its removal date has passed",
} satisfies Record<CallErrorDetails["tool-quarantined"]["reason"], string>;

export const whyNoStep = {
  "not-declared": "it is none of its steps",
  stronger: "it does more than that tool says of itself",
  itself: "it is in the middle of a call of that same tool",
  "too-deep": "too many calls lie around it already",
  "too-many": "it has had all its calls",
  over: "it has answered already",
} satisfies Record<CallErrorDetails["step-refused"]["because"], string>;

export const whyDenied = {
  denied: "a statement of the policy denies it",
  "condition-failed": "a condition of the policy could not be answered",
  "no-statement": "no statement of the policy allows it",
  unavailable: "the policy cannot be read at the moment",
} satisfies Record<CallErrorDetails["policy-denied"]["because"], string>;

export const whyUnasked = {
  "not-declared": "the caller cannot be asked that",
  "not-allowed": "its server may not ask for that",
  secret: "what it asks for is a secret",
  address: "the page it leads to is not a safe one",
  "too-often": "it has asked often enough",
} satisfies Record<CallErrorDetails["interaction-required"]["because"], string>;
