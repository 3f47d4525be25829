import { approvalCatalog } from "./approval-catalog.ts";
import type { CallErrorDetails } from "./call-details.ts";
import { connectionCatalog } from "./connection-catalog.ts";
import { draftCatalog } from "./draft-catalog.ts";
import { egressCatalog } from "./egress-catalog.ts";
import { type CallCatalog, explainTool } from "./entry.ts";
import { relayCatalog } from "./relay-catalog.ts";
import { sequenceCatalog } from "./sequence-catalog.ts";
import { taskCatalog } from "./task-catalog.ts";

/** Every refusal of a call. */
export const callCatalog: CallCatalog<CallErrorDetails> = {
  "tool-unknown": {
    class: "validation",
    channel: "client",
    message: ({ tool }) => `There is no tool named "${tool}".`,
    meaning: "No server and no local module offers this caller a tool of this name.",
    remedy: "List the tools again and call one by its exact name.",
    next: () => "toolcourt tools",
  },
  "tool-quarantined": {
    class: "business",
    message: ({ tool, reason, replacement }) =>
      `${tool} is in quarantine: ${whyHeld[reason]}${replacement === undefined ? "" : `; call ${replacement} instead`}.`,
    meaning:
      "The tool is known but held. It breaks a rule, differs from its lock, was never admitted, has a text that was not approved, wants the name of another tool, or is past its removal date.",
    remedy: "Use another tool, and ask the operator why this one is held.",
    next: explainTool,
    evidence: ["reason", "rules", "difference", "replacement"],
  },
  "query-limit": {
    class: "business",
    message: ({ tool }) => `${tool} was not called: this query has used its one call.`,
    meaning: "A query may make one call, and this query has made it.",
    remedy: "Answer from the result of the first call, or wait for the next question.",
  },
  "step-refused": {
    class: "business",
    message: ({ tool, by, because }) => `${by} may not call ${tool}: ${whyNoStep[because]}.`,
    meaning:
      "A tool tried to call another tool without permission. Its contract does not name the step, the effect is stronger, or a limit was reached.",
    remedy: "Name the step in the contract of the calling tool, or remove the call.",
    next: ({ by }) => explainTool({ tool: by }),
    evidence: ["by", "because"],
  },
  "input-invalid": {
    class: "validation",
    message: ({ tool, issues }) => `${tool} does not accept this input: ${issues.join("; ")}.`,
    meaning: "The input does not match the input schema of the tool.",
    remedy: "Correct the values that the message names and call again.",
    next: explainTool,
    clause: () => "input",
    evidence: ["issues"],
  },
  "not-permitted": {
    class: "business",
    message: ({ tool }) => `${tool} needs a permission that the caller does not have.`,
    meaning:
      "The caller lacks a permission that the tool requires, or the policy allows it no call of the tool.",
    remedy: "Ask for the permission, or choose a tool that does not need it.",
    next: explainTool,
    evidence: ["missing", "statement"],
  },
  "policy-denied": {
    class: "business",
    retryable: ({ because }) => because === "unavailable",
    message: ({ tool, because }) => `${tool} was not called: ${whyDenied[because]}.`,
    meaning:
      "The policy does not allow this principal to make this call. A statement denies it, none allows it, or the policy is unreadable.",
    remedy: "Check the statement that the refusal names, or ask the operator to allow the call.",
    evidence: ["because", "statement"],
  },
  ...sequenceCatalog,
  "rate-limited": {
    class: "business",
    retryable: true,
    message: ({ tool, retryAfterMs }) =>
      `${tool} is being called too often. Try again in ${seconds(retryAfterMs)} s.`,
    meaning: "The caller has reached the rate limit in the contract of the tool.",
    remedy: "Wait for the time in the message, then call again.",
    next: explainTool,
    evidence: ["retryAfterMs"],
  },
  ...connectionCatalog,
  ...draftCatalog,
  ...approvalCatalog,
  "no-capacity": {
    class: "system",
    retryable: true,
    message: ({ tool }) => `${tool} has no free slot at the moment.`,
    meaning:
      "All slots of `max_concurrent` or `max_instances` are in use, and the queue is full or too slow.",
    remedy: "Call again later, or raise the limits.",
    next: explainTool,
    evidence: ["waitedMs"],
  },
  "circuit-open": {
    class: "system",
    retryable: true,
    message: ({ tool, retryAfterMs }) =>
      `${tool} is not being called: its server has failed too often. Try again in ${seconds(retryAfterMs)} s.`,
    meaning:
      "The tool failed several times in a row for this caller, or its server cannot be reached. Calls are paused.",
    remedy: "Wait for the time in the message. If the error persists, check the server.",
    next: explainTool,
    evidence: ["server", "retryAfterMs"],
  },
  "deadline-passed": {
    class: "system",
    retryable: ({ mayHaveActed }) => !mayHaveActed,
    message: ({ tool, afterMs, mayHaveActed }) =>
      `${tool} gave no answer within ${afterMs} ms.${mayHaveActed ? unknownEffect : ""}`,
    meaning: "The tool took longer than its `timeout` allows.",
    remedy: "Call again if the refusal is marked retryable. Otherwise find out what the tool did.",
    next: explainTool,
    evidence: ["afterMs", "mayHaveActed"],
  },
  "upstream-failed": {
    class: "system",
    retryable: ({ passing }) => passing,
    message: ({ tool }) => `The server of ${tool} failed.`,
    meaning: "The server could not be reached, or its answer was not a valid result.",
    remedy: "Call again if the refusal is marked retryable. Otherwise check the server.",
    next: explainTool,
    evidence: ["server", "fault"],
  },
  "outcome-unknown": {
    class: "system",
    message: ({ tool }) => `The answer of ${tool} was lost.${unknownEffect}`,
    meaning: "The answer of a tool that changes data was lost. Whether it did its work is unknown.",
    remedy: "Find out what the tool did before you call it again.",
    next: explainTool,
    evidence: ["server", "fault"],
  },
  "output-invalid": {
    class: "system",
    message: ({ tool, clause }) =>
      `${tool} returned data that its contract does not allow (clause ${clause}).`,
    meaning: "The tool returned data that its contract does not allow.",
    remedy: "Report it to the author of the tool. The data was not passed on.",
    next: explainTool,
    clause: ({ clause }) => clause,
    evidence: ["issues", "quarantineId"],
  },
  "error-undescribed": {
    class: "business",
    message: ({ tool }) => `${tool} failed. Its server gave no code and message for the error.`,
    meaning:
      "The tool reported a failure without structured content of a `code` and a `message`. Its own text is at most quoted.",
    remedy: "Check the arguments, and ask the author of the tool for structured errors.",
    next: explainTool,
    clause: () => "error-described",
  },
  "interaction-required": {
    class: "business",
    message: ({ tool, because }) => `${tool} needs an answer first, but ${whyUnasked[because]}.`,
    meaning:
      "The tool needs an answer from the caller, which the caller cannot give or the gateway does not allow. Questions for secrets, disguised links and a fourth question are never passed on.",
    remedy:
      "Put everything in the input, use a client that can answer questions, or check `allowed_requests` of the server.",
    next: explainTool,
    evidence: ["asking", "because"],
  },
  "extension-required": {
    class: "business",
    message: ({ tool, extension }) => `${tool} needs the extension ${extension} of its caller.`,
    meaning:
      "The server runs the tool only for callers that declare an extension of the protocol. The caller did not declare it in this call.",
    remedy: "Use a client that has the extension, or another tool.",
    next: explainTool,
    evidence: ["extension"],
  },
  "question-unknown": {
    class: "validation",
    channel: "client",
    message: ({ tool }) => `The answers in the call of ${tool} match no open question.`,
    meaning:
      "The call brings answers with an unknown `requestState`. It must be at most an hour old, from the same caller, tool and arguments.",
    remedy:
      "Return `requestState` unchanged with the same call, or make a new call without answers.",
  },
  "audit-failed": {
    class: "system",
    channel: "client",
    retryable: ({ moment }) => moment !== "closed",
    message: ({ tool, moment }) =>
      moment === "unsigned"
        ? `The call of ${tool} was not made: the audit log cannot be signed.`
        : `The call of ${tool} could not be recorded when it ${moment}.`,
    meaning:
      "The audit record of the call could not be written, or the log cannot be signed. Without a record no call starts and no answer is sent.",
    remedy:
      "Check the audit store and its key; `audit.unsigned` in the log says what to do. No call runs until the log can be written and signed.",
    evidence: ["moment"],
  },
  cancelled: {
    class: "system",
    channel: "client",
    retryable: ({ mayHaveActed }) => !mayHaveActed,
    message: ({ tool, mayHaveActed }) =>
      `The call of ${tool} was cancelled.${mayHaveActed ? unknownEffect : ""}`,
    meaning: "The call was cancelled before the tool answered.",
    remedy: "Call again if the failure is marked retryable. Otherwise find out what the tool did.",
    evidence: ["mayHaveActed"],
  },
  ...egressCatalog,
  ...relayCatalog,
  ...taskCatalog,
};

const unknownEffect = " Its effect is unknown.";

function seconds(ms: number): number {
  return Math.ceil(ms / 1000);
}

// Reasons for a refusal, as continuations of its message.

const whyHeld = {
  nonconformant: "it does not conform to its contract",
  drifted: "it differs from what was approved",
  withdrawn: "its approval was withdrawn",
  "not-admitted": "it was not admitted",
  unreviewed: "its text was not approved",
  "name-taken": "its name belongs to another tool",
  removed: "its removal date has passed",
} satisfies Record<CallErrorDetails["tool-quarantined"]["reason"], string>;

const whyNoStep = {
  "not-declared": "its contract does not name that step",
  stronger: "its effect is stronger than the caller's own",
  itself: "the same tool is already being called",
  "too-deep": "the calls are nested too deeply",
  "too-many": "it has used all its calls",
  over: "it has already answered",
} satisfies Record<CallErrorDetails["step-refused"]["because"], string>;

const whyDenied = {
  denied: "a policy statement denies it",
  "condition-failed": "a policy condition could not be evaluated",
  "no-statement": "no policy statement allows it",
  unavailable: "the policy cannot be read at the moment",
} satisfies Record<CallErrorDetails["policy-denied"]["because"], string>;

const whyUnasked = {
  "not-declared": "the caller does not support this kind of question",
  "not-allowed": "its server may not ask for this",
  secret: "it asks for a secret",
  address: "its link is not safe",
  "too-often": "it has asked too often",
} satisfies Record<CallErrorDetails["interaction-required"]["because"], string>;
