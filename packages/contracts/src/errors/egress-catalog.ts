import type { CallCatalog, OfTool } from "./entry.ts";

/** The details of each refusal of a call that sends requests to a target. */
export interface EgressErrorDetails {
  "egress-refused": OfTool & {
    /** The rule that refused the request. Never the URL: it may contain secrets. */
    readonly rule: EgressRule;
    /** The HTTP method that the rule `method` refused. Default: it is not named. */
    readonly method?: string;
  };
  "gateway-required": OfTool;
  "target-throttled": OfTool & { readonly retryAfterMs?: number };
  "target-denied": OfTool & {
    readonly tier?: string;
    /** The scope of the call by named level, as the caller gave it. */
    readonly scope?: Readonly<Record<string, string>>;
    /** The denied action, in the target's own form. */
    readonly action?: string;
    /** Unset if the target's code does not say. */
    readonly because?: DenialReason;
    /** A role that would help. Unset if none would. */
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
    /** What the target's code means, in the words of the tool's author. */
    readonly explanation?: string;
  };
}

type DenialReason = keyof typeof whyDenied;
export type EgressRule = keyof typeof whyRefused;

/** Every way a call to an outside target fails. None contains the target's text. */
export const egressCatalog: CallCatalog<EgressErrorDetails> = {
  "egress-refused": {
    class: "business",
    message: ({ tool, rule, method }) =>
      `A request of ${tool} was blocked: ${method === undefined ? whyRefused[rule] : unlisted(method)}.`,
    meaning:
      "A request of the tool or a redirect is not allowed. Its host, address, method, headers, credential or size breaks a rule.",
    remedy:
      "Compare the request with `egress.allow`, the operator's list of allowed origins, and with `egress` of the policy.",
    evidence: ["rule"],
  },
  "gateway-required": {
    class: "business",
    message: ({ tool }) =>
      `A request of ${tool} was blocked: its target needs an egress gateway, and none is set.`,
    meaning: "Requests must go through `egress.gateway`, which is not available. Nothing was sent.",
    remedy: "Set `egress.gateway.url`, or allow the origin with `via: direct`.",
  },
  "target-throttled": {
    class: "system",
    retryable: true,
    message: ({ tool, retryAfterMs }) =>
      `The target of ${tool} receives too many requests.${again(retryAfterMs)}`,
    meaning: "The target reports too many requests, with whichever status.",
    remedy: "Wait for the time in the message, and request less at a time.",
    evidence: ["retryAfterMs"],
  },
  "target-denied": {
    class: "business",
    message: ({ tool, tier, because, requiredRole }) =>
      `The target does not let the identity of this connection do what ${tool} does${
        tier === undefined ? "" : ` (tier ${tier})`
      }${because === undefined ? "" : `: ${whyDenied[because]}`}.${
        requiredRole === undefined ? "" : ` The role ${requiredRole} would help.`
      }`,
    meaning:
      "The target knows the identity but denies the request. The refusal names tier, scope and reason, and a sufficient role if one would help.",
    remedy:
      "With the reason `role`, grant the role for the scope. Otherwise ask the owner of the scope, or choose another.",
    evidence: ["tier", "scope", "action", "because", "requiredRole"],
  },
  "target-unauthenticated": {
    class: "business",
    message: ({ tool, because }) =>
      `The target of ${tool} does not accept the connection's credential: ${whyUnknown[because]}.`,
    meaning: "The target rejects the token of the connection. The token is not tried again.",
    remedy: "Renew the connection: sign in again, or give it another token.",
    next: () => "toolcourt connections --help",
    evidence: ["because"],
  },
  "target-failed": {
    class: "system",
    retryable: ({ passing }) => passing,
    message: ({ tool, fault, retryAfterMs, explanation }) =>
      `${atFault(tool, fault)}${explanation === undefined ? "" : ` ${explanation}`}${again(retryAfterMs)}`,
    meaning:
      "The target could not be reached, failed, or gave no usable answer. The answer may be too large, truncated, unreadable or an HTML page.",
    remedy: "Call again if the refusal is marked retryable. Otherwise check the target.",
    evidence: ["fault", "status", "targetCode", "retryAfterMs"],
  },
};

/** Names the method: many targets take their queries by POST, also those of tools that only read. */
function unlisted(method: string): string {
  return `it is sent by ${method}, which the rule of its host in \`egress.allow\` does not list`;
}

/** What went wrong at the gateway on the way is not blamed on the target. */
function atFault(tool: string, fault: string): string {
  if (fault === "gateway-refused") {
    return `The gateway before the target of ${tool} did not accept its own key or token (${fault}).`;
  }
  if (fault === "gateway-token") {
    return `There is no token for the gateway before the target of ${tool} (${fault}).`;
  }
  return `The target of ${tool} gave no usable answer (${fault}).`;
}

const whyRefused = {
  url: "its URL is not in an accepted form",
  host: "no rule allows that host",
  address: "the host resolves to a blocked address",
  method: "the rule of its host in `egress.allow` does not list its HTTP method",
  effect: "the tool only reads, and this HTTP method changes something",
  header: "it may not set one of its headers",
  credential: "the credential is not for that target",
  "payload-size": "the payload is too large",
  redirect: "the target redirects to an address that is not allowed",
  link: "the link to the next page leads away from the target",
  requests: "the call has sent too many",
} as const;

const whyDenied = {
  role: "it lacks a role",
  "not-visible": "the scope does not exist, or the identity cannot see it",
  policy: "a policy of the scope forbids it",
  disabled: "the scope is disabled",
  "deny-assignment": "a deny assignment of the scope forbids it",
} as const;

const whyUnknown = {
  expired: "it has expired",
  refused: "the target does not know it",
} satisfies Record<EgressErrorDetails["target-unauthenticated"]["because"], string>;

function again(ms: number | undefined): string {
  return ms === undefined ? "" : ` Try again in ${Math.ceil(ms / 1000)} s.`;
}
