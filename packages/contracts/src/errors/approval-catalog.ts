import type { CallEntry } from "./entry.ts";

/** The details of each refusal of a call that needs approval. */
export interface ApprovalErrorDetails {
  "approval-required": OfApproval & {
    /** The id of the approval request. Absent if no request is stored. */
    readonly id?: string;
    /** The caller's number of pending requests, if that is why this one was not accepted. */
    readonly waiting?: number;
  };
  "approval-denied": OfApproval & { readonly id: string };
  "approval-expired": OfTool & {
    /** `unknown` covers missing requests and requests of others, so they are indistinguishable. */
    readonly because: "expired" | "used" | "changed" | "unknown";
  };
}

interface OfTool {
  /** The name callers use, safe to print. */
  readonly tool: string;
}

interface OfApproval extends OfTool {
  /** Whose approval the call needs. */
  readonly from: "caller" | "operator";
}

/** Every refusal of a call that lacks approval. */
export const approvalCatalog: {
  readonly [Code in keyof ApprovalErrorDetails]: CallEntry<ApprovalErrorDetails[Code]>;
} = {
  "approval-required": {
    class: "business",
    channel: "model",
    retryable: false,
    exit: 2,
    message: ({ tool, from, id, waiting }) =>
      `${tool} runs only when the ${approver[from]} has approved it.${requested(id)}${full(waiting)}`,
    meaning: "The tool needs a person's approval for every call, and nobody has given it.",
    remedy:
      "Ask the person whose approval is needed, then make the same call again; or choose a tool that changes less.",
    next: ({ tool, id }) => {
      if (id !== undefined) return `toolcourt approvals show ${id}`;
      return /^\w[\w./-]*$/.test(tool)
        ? `toolcourt explain ${tool}`
        : "toolcourt explain-error approval-required";
    },
    evidence: ({ from, id, waiting }) => ({
      from,
      ...(id === undefined ? {} : { id }),
      ...(waiting === undefined ? {} : { waiting }),
    }),
  },
  "approval-denied": {
    class: "business",
    channel: "model",
    retryable: false,
    exit: 2,
    message: ({ tool, from }) =>
      `The ${approver[from]} does not want ${tool} to run with this input.`,
    meaning:
      "A person was asked and said no. The same call gets the same answer until the request would have expired.",
    remedy: "Do something else, or talk to the person who said no.",
    next: ({ id }) => `toolcourt approvals show ${id}`,
    evidence: ({ from, id }) => ({ from, id }),
  },
  "approval-expired": {
    class: "business",
    channel: "model",
    retryable: false,
    exit: 2,
    message: ({ tool, because }) => `${tool} was not called: ${whyNotGood[because]}.`,
    meaning:
      "The approval that the call came with is not good for it: it came too late, was used already, is for something else, or is not the caller's.",
    remedy: "Make the call again without it, so that it is asked for anew.",
    next: () => "toolcourt explain-error approval-expired",
    evidence: ({ because }) => ({ because }),
  },
};

const approver = {
  caller: "person who calls",
  operator: "operator",
} satisfies Record<OfApproval["from"], string>;

const whyNotGood = {
  expired: "its approval has expired",
  used: "its approval has been used",
  changed: "what was approved is something else",
  unknown: "there is no such approval",
} satisfies Record<ApprovalErrorDetails["approval-expired"]["because"], string>;

function requested(id: string | undefined): string {
  return id === undefined
    ? ""
    : ` The request has the id ${id}; make the same call again once it is approved.`;
}

function full(waiting: number | undefined): string {
  return waiting === undefined ? "" : ` ${waiting} requests of the caller wait already.`;
}
