import { type DraftWorkErrorDetails, draftWorkCatalog } from "./draft-catalog.ts";
import type { Entry } from "./entry.ts";

/** The details of each admin API refusal. */
export interface AdminErrorDetails extends DraftWorkErrorDetails {
  "request-invalid": {
    readonly because: keyof typeof invalidities;
    /** The method the URL accepts, if another was sent. */
    readonly allow?: string;
    /** The expected body or query, if known. */
    readonly expected?: string;
  };
  "identity-required": { readonly because: keyof typeof strangers };
  "permission-missing": { readonly missing: string };
  /**
   * The same for an unknown approval and for one of another tenant, so they are indistinguishable.
   */
  "approval-unknown": Readonly<Record<string, never>>;
  "approval-settled": {
    /** Its current state. */
    readonly state: string;
  };
  "approval-own": Readonly<Record<string, never>>;
  "approval-differs": Readonly<Record<string, never>>;
  "admin-unavailable": { readonly because: keyof typeof absences };
}

export type AdminErrorCode = keyof AdminErrorDetails;

/** An entry with the HTTP status of the refusal. */
export interface AdminEntry<Details> extends Entry<Details> {
  readonly status: (details: Details) => number;
  readonly retryable: boolean;
}

const invalidities = {
  path: { status: 404, text: "There is nothing at this address." },
  method: { status: 405, text: "This address does not take the method." },
  size: { status: 413, text: "The body is larger than what is taken here." },
  type: { status: 415, text: "The body is not plain JSON." },
  body: { status: 400, text: "The body is not the object that is expected here." },
  query: { status: 400, text: "The query has a key or a value that is not known here." },
} as const;

const strangers = {
  token: {
    status: 401,
    text: "Send a token that was issued for this gateway and has not expired.",
  },
  scope: { status: 403, text: "The token lacks a scope that is needed here." },
  header: { status: 400, text: "Send one Authorization header." },
} as const;

const absences = {
  stopping: { status: 503, text: "The gateway stops." },
  policy: { status: 503, text: "The policy cannot be used, so nobody may do anything." },
  store: { status: 503, text: "The store failed. Look again before you decide again." },
  issuer: { status: 503, text: "Who issued the token cannot be asked for its keys." },
  often: { status: 429, text: "You send too many requests." },
} as const;

const next = (): string => "toolcourt approvals list";

/** Every refusal of the admin API. */
export const adminCatalog: {
  readonly [Code in AdminErrorCode]: AdminEntry<AdminErrorDetails[Code]>;
} = {
  "request-invalid": {
    class: "validation",
    exit: 2,
    retryable: false,
    status: ({ because }) => invalidities[because].status,
    message: ({ because, expected }) =>
      invalidities[because].text + (expected === undefined ? "" : ` Expected ${expected}.`),
    meaning: "A request to the admin API has an address, a method or a body that it does not take.",
    remedy: "Correct the request; the page on approvals lists what the admin API takes.",
    next: () => "toolcourt explain-error request-invalid",
  },
  "identity-required": {
    class: "business",
    exit: 2,
    retryable: false,
    status: ({ because }) => strangers[because].status,
    message: ({ because }) => strangers[because].text,
    meaning: "The admin API does not know who sends a request, or the token is not enough.",
    remedy: "Send a bearer token of an issuer or a key that the configuration names.",
    next: () => "toolcourt explain-error identity-required",
  },
  "permission-missing": {
    class: "business",
    exit: 2,
    retryable: false,
    status: () => 403,
    message: ({ missing }) => `You lack the permission ${missing}.`,
    meaning: "The policy gives whoever sends the request no role with the permission.",
    remedy: "Have a role of the policy grant the permission, and the sender the role.",
    next: () => "toolcourt explain-error permission-missing",
  },
  "approval-unknown": {
    class: "validation",
    exit: 2,
    retryable: false,
    status: () => 404,
    message: () => "There is no such request for approval.",
    meaning: "No request for approval has this id, or it is not of the sender's tenant.",
    remedy: "List the requests and choose one.",
    next,
  },
  "approval-settled": {
    class: "business",
    exit: 2,
    retryable: false,
    status: () => 409,
    message: ({ state }) => `Nothing was changed: the request is ${state}.`,
    meaning: "The request for approval is decided already, has expired, or is used up.",
    remedy: "Look at it again; a new call asks anew.",
    next,
  },
  "approval-own": {
    class: "business",
    exit: 2,
    retryable: false,
    status: () => 403,
    message: () => "Nobody decides by the admin API about what they requested themselves.",
    meaning: "Whoever wants to decide is the one who requested the call.",
    remedy: "Ask somebody else.",
    next,
  },
  "approval-differs": {
    class: "validation",
    exit: 2,
    retryable: false,
    status: () => 409,
    message: () => "Nothing was changed: this is not the digest of what is stored.",
    meaning: "The digest that came with a yes is not that of the call that would run.",
    remedy: "Look at the request again, and send the digest that is shown.",
    next,
  },
  ...draftWorkCatalog,
  "admin-unavailable": {
    class: "system",
    exit: 2,
    retryable: true,
    status: ({ because }) => absences[because].status,
    message: ({ because }) => absences[because].text,
    meaning:
      "The admin API cannot answer now: the gateway stops, its policy, its store or an issuer is away, or too much is asked of it.",
    remedy: "Try again later; the log of the gateway says what is wrong.",
    next: () => "toolcourt explain-error admin-unavailable",
  },
};
