import type { CallEntry } from "./entry.ts";

/** The details of each refusal of a call that sends requests to a target. */
export interface EgressErrorDetails {
  "egress-refused": OfTool & {
    /** The rule that refused the request. Never the URL: it may contain secrets. */
    readonly rule: EgressRule;
  };
  "gateway-required": OfTool;
  "target-throttled": OfTool & { readonly retryAfterMs?: number };
  "target-denied": OfTool & {
    readonly tier?: string;
    /** The scope of the call by named level, as the caller gave it. */
    readonly scope?: Readonly<Record<string, string>>;
    /** The denied action, in the target's own form. */
    readonly action?: string;
    readonly requiredRole?: string;
  };
  "target-unauthenticated": OfTool & { readonly because: "expired" | "refused" };
  "target-failed": OfTool & {
    readonly fault: string;
    readonly status?: number;
    /** The target's own error code, if it has the form of a code. */
    readonly targetCode?: string;
    readonly retryAfterMs?: number;
    readonly passing: boolean;
  };
}

export type EgressRule =
  | "url"
  | "host"
  | "address"
  | "method"
  | "header"
  | "credential"
  | "payload-size"
  | "redirect"
  | "link";

interface OfTool {
  /** The name callers use, safe to print. */
  readonly tool: string;
}

/** Every way a call to an outside target fails. None contains the target's text. */
export const egressCatalog: {
  readonly [Code in keyof EgressErrorDetails]: CallEntry<EgressErrorDetails[Code]>;
} = {
  "egress-refused": {
    class: "business",
    channel: "model",
    retryable: false,
    exit: 2,
    message: ({ tool, rule }) => `${tool} was not let out: ${whyRefused[rule]}.`,
    meaning:
      "A request of the tool, or where an answer would have led it, is not allowed: its host, address, method, headers, credential or size.",
    remedy:
      "Compare the tool with `egress.allow`, where the operator says which origins may be asked what.",
    next: () => "toolcourt explain-error egress-refused",
    evidence: ({ rule }) => ({ rule }),
  },
  "gateway-required": {
    class: "business",
    channel: "model",
    retryable: false,
    exit: 2,
    message: ({ tool }) =>
      `${tool} was not let out: its target is reached only through a gateway, and none is set.`,
    meaning:
      "Requests to targets must take the gateway of `egress.gateway`, and there is no way through it. Nothing was sent.",
    remedy: "Set `egress.gateway.url`, or let the origin be reached with `via: direct`.",
    next: () => "toolcourt explain-error gateway-required",
  },
  "target-throttled": {
    class: "system",
    channel: "model",
    retryable: true,
    exit: 2,
    message: ({ tool, retryAfterMs }) =>
      `The target of ${tool} is being asked too often.${again(retryAfterMs)}`,
    meaning:
      "The target answers that it has had too many requests, whichever status it says it with.",
    remedy: "Wait as long as the message says, and ask for less at a time.",
    next: () => "toolcourt explain-error target-throttled",
    evidence: ({ retryAfterMs }) => ({ ...(retryAfterMs !== undefined && { retryAfterMs }) }),
  },
  "target-denied": {
    class: "business",
    channel: "model",
    retryable: false,
    exit: 2,
    message: ({ tool, tier, requiredRole }) =>
      `The target does not let the identity of this connection do what ${tool} does${
        tier === undefined ? "" : ` (tier ${tier})`
      }.${requiredRole === undefined ? "" : ` The role ${requiredRole} would help.`}`,
    meaning:
      "The target knows the identity and does not permit the request. The refusal names the tier, the scope and a role that would help, as far as they are known.",
    remedy:
      "Have the role given to the connection's identity for the scope, or choose another scope.",
    next: () => "toolcourt explain-error target-denied",
    evidence: ({ tier, scope, action, requiredRole }) => ({
      ...(tier !== undefined && { tier }),
      ...(scope !== undefined && { scope: { ...scope } }),
      ...(action !== undefined && { action }),
      ...(requiredRole !== undefined && { requiredRole }),
    }),
  },
  "target-unauthenticated": {
    class: "business",
    channel: "model",
    retryable: false,
    exit: 2,
    message: ({ tool, because }) =>
      `The target of ${tool} does not accept the connection's credential: ${whyUnknown[because]}.`,
    meaning: "The target does not take the token of the connection. It is not tried again.",
    remedy: "Renew the connection: sign in again, or give it another token.",
    next: () => "toolcourt connections --help",
    evidence: ({ because }) => ({ because }),
  },
  "target-failed": {
    class: "system",
    channel: "model",
    retryable: ({ passing }) => passing,
    exit: 2,
    message: ({ tool, fault, retryAfterMs }) =>
      `The target of ${tool} gave no usable answer (${fault}).${again(retryAfterMs)}`,
    meaning:
      "The target could not be reached, failed, or answered with something that is no answer: too large, cut short, unreadable, or a page for people.",
    remedy: "Call again if the refusal is marked retryable; otherwise look at the target.",
    next: () => "toolcourt explain-error target-failed",
    evidence: ({ fault, status, targetCode, retryAfterMs }) => ({
      fault,
      ...(status !== undefined && { status }),
      ...(targetCode !== undefined && { targetCode }),
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    }),
  },
};

const whyRefused = {
  url: "its address is not written in a way that is taken",
  host: "no rule lets requests go to that host",
  address: "the host lies at an address that requests may not go to",
  method: "the rule of the host does not let the method pass",
  header: "a header is not for it to set",
  credential: "the credential is not for that target",
  "payload-size": "the payload is larger than what may be sent",
  redirect: "the target sent the request elsewhere, where it may not follow",
  link: "the link to the next page leads away from the target",
} satisfies Record<EgressRule, string>;

const whyUnknown = {
  expired: "it has expired",
  refused: "it is not known there",
} satisfies Record<EgressErrorDetails["target-unauthenticated"]["because"], string>;

function again(ms: number | undefined): string {
  return ms === undefined ? "" : ` Try again in ${Math.ceil(ms / 1000)} s.`;
}
