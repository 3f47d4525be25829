import { approvalCatalog } from "./approval-catalog.ts";
import type { CallErrorCode, CallErrorDetails } from "./call-details.ts";
import { whyDenied, whyHeld, whyNoStep, whyUnasked } from "./call-reasons.ts";
import { connectionCatalog } from "./connection-catalog.ts";
import { draftCatalog } from "./draft-catalog.ts";
import { egressCatalog } from "./egress-catalog.ts";
import type { CallEntry } from "./entry.ts";
import { relayCatalog } from "./relay-catalog.ts";

/** Every refusal of a call. */
export const callCatalog: {
  readonly [Code in CallErrorCode]: CallEntry<CallErrorDetails[Code]>;
} = {
  "tool-unknown": {
    class: "validation",
    channel: "client",
    retryable: false,
    exit: 2,
    message: ({ tool }) => `There is no tool named "${tool}".`,
    meaning: "The call names a tool that no server and no local module offers here.",
    remedy: "List the tools again and call one of them by its exact name.",
    next: () => "toolcourt explain-error tool-unknown",
  },
  "tool-quarantined": {
    class: "business",
    channel: "model",
    retryable: false,
    exit: 2,
    message: ({ tool, reason, replacement }) =>
      `${tool} is in quarantine: ${whyHeld[reason]}${replacement === undefined ? "" : `; call ${replacement} instead`}.`,
    meaning:
      "The tool is known and may not be called: it breaks a rule, differs from its lock, was never admitted, or its removal date has passed.",
    remedy: "Let the operator look at what holds the tool, and use another tool meanwhile.",
    next: ({ tool }) => explaining(tool, "tool-quarantined"),
    evidence: ({ reason, rules, difference, replacement }) => ({
      reason,
      rules,
      ...(difference === undefined ? {} : { difference }),
      ...(replacement === undefined ? {} : { replacement }),
    }),
  },
  "query-limit": {
    class: "business",
    channel: "model",
    retryable: false,
    exit: 2,
    message: ({ tool }) => `${tool} was not called: this query has had its one call.`,
    meaning: "A query has at most one call, and this one has had it.",
    remedy: "Answer with what the first call returned, or wait for the person's next question.",
    next: () => "toolcourt explain-error query-limit",
  },
  "step-refused": {
    class: "business",
    channel: "model",
    retryable: false,
    exit: 2,
    message: ({ tool, by, because }) => `${by} may not call ${tool}: ${whyNoStep[because]}.`,
    meaning:
      "A tool wanted to call another one that its contract does not name as a step, or that has a stronger effect than its own, or within too many calls, or too often.",
    remedy: "Let the author of the tool name the step in its contract, or leave the call out.",
    next: ({ by }) => explaining(by, "step-refused"),
    evidence: ({ by, because }) => ({ by, because }),
  },
  "input-invalid": {
    class: "validation",
    channel: "model",
    retryable: false,
    exit: 2,
    message: ({ tool, issues }) => `${tool} does not accept this input: ${issues.join("; ")}.`,
    meaning: "The tool does not accept this input.",
    remedy: "Correct the places that the message names and call again.",
    next: ({ tool }) => explaining(tool, "input-invalid"),
    clause: () => "input",
    evidence: ({ issues }) => ({ issues }),
  },
  "not-permitted": {
    class: "business",
    channel: "model",
    retryable: false,
    exit: 2,
    message: ({ tool }) => `${tool} needs a permission that the caller does not have.`,
    meaning: "The caller lacks a permission that the tool requires.",
    remedy: "Ask for the permission, or choose a tool that does without it.",
    next: ({ tool }) => explaining(tool, "not-permitted"),
    evidence: ({ missing }) => ({ missing }),
  },
  "policy-denied": {
    class: "business",
    channel: "model",
    retryable: ({ because }) => because === "unavailable",
    exit: 2,
    message: ({ tool, because }) => `${tool} was not called: ${whyDenied[because]}.`,
    meaning:
      "The policy does not let this principal make this call: a statement denies it, none allows it, or the policy itself cannot be read.",
    remedy:
      "Look at the statement that the refusal names, or ask the operator for one that allows the call.",
    next: () => "toolcourt explain-error policy-denied",
    evidence: ({ because, statement }) => ({
      because,
      ...(statement === undefined ? {} : { statement }),
    }),
  },
  "rate-limited": {
    class: "business",
    channel: "model",
    retryable: true,
    exit: 2,
    message: ({ tool, retryAfterMs }) =>
      `${tool} is being called too often. Try again in ${seconds(retryAfterMs)} s.`,
    meaning: "The caller has used up what the contract of the tool allows in this time.",
    remedy: "Wait as long as the message says and call again.",
    next: ({ tool }) => explaining(tool, "rate-limited"),
    evidence: ({ retryAfterMs }) => ({ retryAfterMs }),
  },
  ...connectionCatalog,
  ...draftCatalog,
  ...approvalCatalog,
  "no-capacity": {
    class: "system",
    channel: "model",
    retryable: true,
    exit: 2,
    message: ({ tool }) => `${tool} has no free place at the moment.`,
    meaning:
      "As many calls run as `max_concurrent` or `max_instances` allow, and the queue is full or moves too slowly.",
    remedy: "Call again later, or raise the limits.",
    next: ({ tool }) => explaining(tool, "no-capacity"),
    evidence: ({ waitedMs }) => ({ waitedMs }),
  },
  "circuit-open": {
    class: "system",
    channel: "model",
    retryable: true,
    exit: 2,
    message: ({ tool, retryAfterMs }) =>
      `${tool} is not being called: its server has failed too often. Try again in ${seconds(retryAfterMs)} s.`,
    meaning: "The server failed several times in a row, so it is left alone for a while.",
    remedy: "Wait as long as the message says; if it lasts, look at the server.",
    next: ({ tool }) => explaining(tool, "circuit-open"),
    evidence: ({ server, retryAfterMs }) => ({ server, retryAfterMs }),
  },
  "deadline-passed": {
    class: "system",
    channel: "model",
    retryable: ({ mayHaveActed }) => !mayHaveActed,
    exit: 2,
    message: ({ tool, afterMs, mayHaveActed }) =>
      `${tool} gave no answer within ${afterMs} ms.${mayHaveActed ? unknownEffect : ""}`,
    meaning: "The tool took longer than its `timeout` allows, and was not waited for.",
    remedy: "Call again if the refusal is marked retryable; otherwise find out what the tool did.",
    next: ({ tool }) => explaining(tool, "deadline-passed"),
    evidence: ({ afterMs, mayHaveActed }) => ({ afterMs, mayHaveActed }),
  },
  "upstream-failed": {
    class: "system",
    channel: "model",
    retryable: ({ passing }) => passing,
    exit: 2,
    message: ({ tool }) => `The server of ${tool} failed.`,
    meaning: "The server could not be reached, or answered with something that is no result.",
    remedy: "Call again if the refusal is marked retryable; otherwise look at the server.",
    next: ({ tool }) => explaining(tool, "upstream-failed"),
    evidence: ({ server, fault }) => ({ server, fault }),
  },
  "outcome-unknown": {
    class: "system",
    channel: "model",
    retryable: false,
    exit: 2,
    message: ({ tool }) => `The answer of ${tool} was lost.${unknownEffect}`,
    meaning:
      "A tool that changes things was called and its answer was lost, so nobody knows whether it did its work.",
    remedy: "Find out what the tool did before anybody calls it again.",
    next: ({ tool }) => explaining(tool, "outcome-unknown"),
    evidence: ({ server, fault }) => ({ server, fault }),
  },
  "output-invalid": {
    class: "system",
    channel: "model",
    retryable: false,
    exit: 2,
    message: ({ tool, clause }) =>
      `${tool} returned something that its contract does not allow (clause ${clause}).`,
    meaning: "The tool returned data that its contract does not allow.",
    remedy: "Report it to the tool's author; the data was not passed on.",
    next: ({ tool }) => explaining(tool, "output-invalid"),
    clause: ({ clause }) => clause,
    evidence: ({ issues, quarantineId }) => ({ issues, quarantineId }),
  },
  "interaction-required": {
    class: "business",
    channel: "model",
    retryable: false,
    exit: 2,
    message: ({ tool, because }) => `${tool} asks for something first, but ${whyUnasked[because]}.`,
    meaning:
      "The tool asks for something before it answers, and the caller cannot be asked, or should not be: the server may not ask for that, or it asks for a secret, leads to a disguised page or asks for the fourth time.",
    remedy:
      "Give the tool everything in its input, call from a client that can be asked, or see what `allowed_requests` allows the server.",
    next: ({ tool }) => explaining(tool, "interaction-required"),
    evidence: ({ asking, because }) => ({ ...(asking === undefined ? {} : { asking }), because }),
  },
  "question-unknown": {
    class: "validation",
    channel: "client",
    retryable: false,
    exit: 2,
    message: ({ tool }) =>
      `What came with the call of ${tool} answers no question that was asked in it.`,
    meaning:
      "The call brings answers, but not with the `requestState` that came with a question to this caller, in a call of this tool with these arguments, within the last hour.",
    remedy:
      "Send `requestState` back exactly as it came, with the same call; or make the call anew, without answers.",
    next: () => "toolcourt explain-error question-unknown",
  },
  "audit-failed": {
    class: "system",
    channel: "client",
    retryable: ({ moment }) => moment === "opened",
    exit: 2,
    message: ({ tool, moment }) => `The call of ${tool} could not be recorded when it ${moment}.`,
    meaning:
      "The record of the call could not be written. A call that cannot be recorded does not start, and its answer does not leave.",
    remedy: "Look at the store of the records; nothing runs until it can be written.",
    next: () => "toolcourt explain-error audit-failed",
    evidence: ({ moment }) => ({ moment }),
  },
  cancelled: {
    class: "system",
    channel: "client",
    retryable: ({ mayHaveActed }) => !mayHaveActed,
    exit: 2,
    message: ({ tool, mayHaveActed }) =>
      `The call of ${tool} was cancelled.${mayHaveActed ? unknownEffect : ""}`,
    meaning: "The call was cancelled before the tool answered.",
    remedy:
      "Call again if the failure is marked retryable; otherwise find out first what the tool has done.",
    next: () => "toolcourt explain-error cancelled",
    evidence: ({ mayHaveActed }) => ({ mayHaveActed }),
  },
  ...egressCatalog,
  ...relayCatalog,
};

const unknownEffect = " What it did is not known.";

function seconds(ms: number): number {
  return Math.ceil(ms / 1000);
}

/** Returns the command to type. Leaves out a tool name with shell metacharacters. */
function explaining(tool: string, code: CallErrorCode): string {
  return /^\w[\w./-]*$/.test(tool)
    ? `toolcourt explain ${tool}`
    : `toolcourt explain-error ${code}`;
}
