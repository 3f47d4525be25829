import { type CallCatalog, explainTool, type OfTool } from "./entry.ts";

/** The details of each refusal of a call that needs approval. */
export interface ApprovalErrorDetails {
  "approval-required": OfApproval & {
    /** The id of the approval request. Absent if no request is stored. */
    readonly id?: string;
    /** The caller's number of pending requests, if that is why this one was not accepted. */
    readonly waiting?: number;
    /**
     * `undeclared` if only the missing declaration of the effects requires approval, `sequence` if
     * what happened before does.
     */
    readonly because?: "undeclared" | "sequence";
  };
  "approval-denied": OfApproval & { readonly id: string };
  "approval-expired": OfTool & {
    /** `unknown` covers missing requests and requests of others, so they are indistinguishable. */
    readonly because: "expired" | "used" | "changed" | "unknown";
  };
}

interface OfApproval extends OfTool {
  /** Whose approval the call needs. */
  readonly from: "caller" | "operator";
}

/** Every refusal of a call that lacks approval. */
export const approvalCatalog: CallCatalog<ApprovalErrorDetails> = {
  "approval-required": {
    class: "business",
    message: ({ tool, from, id, waiting, because }) =>
      `${tool} runs only after approval by the ${approver[from]}${why(because)}.${requested(id)}${full(waiting)}`,
    meaning:
      "The call needs a person's approval, and has none. The tool needs one for every call, its effects are not declared, or a statement about sequences asks: for example, a stranger's text decides where data goes.",
    remedy: "Ask for approval, then make the same call again, or choose a tool that changes less.",
    next: ({ tool, id }) => (id === undefined ? explainTool({ tool }) : review(id)),
    evidence: ["from", "id", "waiting", "because"],
  },
  "approval-denied": {
    class: "business",
    message: ({ tool, from }) => `The ${approver[from]} rejected ${tool} with this input.`,
    meaning: "A person rejected the call. The same call is refused until the request expires.",
    remedy: "Do something else, or talk to the person who rejected it.",
    next: ({ id }) => review(id),
    evidence: ["from", "id"],
  },
  "approval-expired": {
    class: "business",
    message: ({ tool, because }) => `${tool} was not called: ${whyNotGood[because]}.`,
    meaning:
      "The approval of the call is not valid. It expired, was used, is for another call, or belongs to another caller.",
    remedy: "Make the call again without the approval, to request a new one.",
    evidence: ["because"],
  },
};

const approver = {
  caller: "caller",
  operator: "operator",
} satisfies Record<OfApproval["from"], string>;

const whyNotGood = {
  expired: "its approval has expired",
  used: "its approval has been used",
  changed: "its approval is for another call",
  unknown: "there is no such approval",
} satisfies Record<ApprovalErrorDetails["approval-expired"]["because"], string>;

const whyAsked = {
  undeclared: ": its effects are not declared",
  sequence: ", because of what was read or done before",
} satisfies Record<NonNullable<ApprovalErrorDetails["approval-required"]["because"]>, string>;

function why(because: keyof typeof whyAsked | undefined): string {
  return because === undefined ? "" : whyAsked[because];
}

function review(id: string): string {
  return `toolcourt approvals show ${id}`;
}

// Many clients show people the text of a refusal and nothing else.
function requested(id: string | undefined): string {
  return id === undefined
    ? ""
    : ` The request has the id ${id}. Repeat the call once it is approved. To review it: ${review(id)}`;
}

function full(waiting: number | undefined): string {
  return waiting === undefined ? "" : ` The caller already has ${waiting} pending requests.`;
}
