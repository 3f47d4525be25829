import { type RecordErrorDetails, recordCatalog } from "./audit-catalog.ts";
import { type ConsoleErrorDetails, consoleCatalog } from "./console-catalog.ts";
import { type DeskErrorDetails, deskCatalog } from "./desk-catalog.ts";
import { type DraftWorkErrorDetails, draftWorkCatalog } from "./draft-catalog.ts";
import type { AdminCatalog, NoDetails } from "./entry.ts";
import { type OfferErrorDetails, offerCatalog } from "./offer-catalog.ts";

/** The details of each admin API refusal. */
export interface AdminErrorDetails
  extends DraftWorkErrorDetails,
    ConsoleErrorDetails,
    OfferErrorDetails,
    RecordErrorDetails,
    DeskErrorDetails {
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
  "approval-unknown": NoDetails;
  "approval-settled": {
    /** Its current state. */
    readonly state: string;
  };
  "approval-own": NoDetails;
  "approval-differs": NoDetails;
  /** The same for an unknown grant and for one of another tenant. */
  "grant-unknown": NoDetails;
  "grant-settled": {
    /** Its current state. */
    readonly state: string;
  };
  "grant-own": NoDetails;
  "grant-invalid": {
    /** One sentence for each field: our own words. */
    readonly problems: readonly string[];
  };
  /** The same for an unknown result and for one of another tenant. */
  "quarantined-unknown": NoDetails;
  /** The same for an unknown call and for one of another tenant. */
  "call-unknown": NoDetails;
  /** The same for an unknown run and for one of another tenant. */
  "run-unknown": NoDetails;
  "reload-refused": {
    /** The code of what is wrong with the files. */
    readonly because: string;
    /** What is wrong with them, in our own words. */
    readonly problem: string;
  };
  "admission-refused": { readonly because: keyof typeof inadmissible };
  "admin-unavailable": { readonly because: keyof typeof absences };
}

export type AdminErrorCode = keyof AdminErrorDetails;

const invalidities = {
  path: { status: 404, text: "There is nothing at this address." },
  method: { status: 405, text: "This address does not accept the method." },
  size: { status: 413, text: "The body is too large." },
  type: { status: 415, text: "The body is not plain JSON." },
  body: { status: 400, text: "The body is not the expected object." },
  query: { status: 400, text: "The query has an unknown key or value." },
} as const;

const strangers = {
  token: {
    status: 401,
    text: "Send a token that was issued for this gateway and has not expired.",
  },
  scope: { status: 403, text: "The token lacks a required scope." },
  header: { status: 400, text: "Send one Authorization header." },
} as const;

const absences = {
  stopping: { status: 503, text: "The gateway is stopping." },
  policy: { status: 503, text: "The policy cannot be used, so every request is refused." },
  store: { status: 503, text: "The store failed. Check the state before you decide again." },
  issuer: { status: 503, text: "The keys of the token issuer are unavailable." },
  often: { status: 429, text: "Too many requests." },
  streams: { status: 429, text: "You have 8 event streams open. Close one first." },
} as const;

const inadmissible = {
  none: { status: 404, text: "Nothing is admitted for this tool." },
  "not-held": { status: 404, text: "No held tool has this server and name." },
  differs: { status: 409, text: "The tool does not have the contract with this digest." },
  overtaken: { status: 409, text: "Another decision about the tool was made meanwhile." },
  "not-admissible": {
    status: 409,
    text: "The tool is held for another reason than its approval, or the lock is frozen.",
  },
} as const;

const next = (): string => "toolcourt approvals list";
const listGrants = (): string => "toolcourt grants list";

/** Every refusal of the admin API. */
export const adminCatalog: AdminCatalog<AdminErrorDetails> = {
  "request-invalid": {
    class: "validation",
    status: ({ because }) => invalidities[because].status,
    message: ({ because, expected }) =>
      invalidities[because].text + (expected === undefined ? "" : ` Expected ${expected}.`),
    meaning: "A request to the admin API has an unknown address, method or body.",
    remedy: "Correct the request. The page on approvals describes the admin API.",
  },
  "identity-required": {
    class: "business",
    status: ({ because }) => strangers[because].status,
    message: ({ because }) => strangers[because].text,
    meaning: "The sender of the request is unknown, or the token is not sufficient.",
    remedy: "Send a bearer token from a configured issuer or key.",
  },
  "permission-missing": {
    class: "business",
    status: () => 403,
    message: ({ missing }) => `You lack the permission ${missing}.`,
    meaning: "No role of the sender grants the permission.",
    remedy: "Grant the permission to a role in the policy, and the role to the sender.",
  },
  "approval-unknown": {
    class: "validation",
    status: () => 404,
    message: () => "There is no such approval request.",
    meaning: "No approval request has this id, or it belongs to another tenant.",
    remedy: "List the requests and choose one.",
    next,
  },
  "approval-settled": {
    class: "business",
    status: () => 409,
    message: ({ state }) => `Nothing was changed: the request is ${state}.`,
    meaning: "The approval request is decided, expired or used.",
    remedy: "Check its state. A new call creates a new request.",
    next,
  },
  "approval-own": {
    class: "business",
    status: () => 403,
    message: () => "The admin API does not let callers decide their own requests.",
    meaning: "The decider is the caller who made the request.",
    remedy: "Ask another operator.",
    next,
  },
  "approval-differs": {
    class: "validation",
    status: () => 409,
    message: () => "Nothing was changed: the digest does not match the stored one.",
    meaning: "The digest in the approval does not match the call that would run.",
    remedy: "Review the request again, and send the digest shown there.",
    next,
  },
  "grant-unknown": {
    class: "validation",
    status: () => 404,
    message: () => "There is no such grant.",
    meaning: "No grant has this id, or it belongs to another tenant.",
    remedy: "List the grants and choose one.",
    next: listGrants,
  },
  "reload-refused": {
    class: "validation",
    status: () => 409,
    message: ({ problem }) => `Nothing was changed: ${problem}`,
    meaning: "The gateway would not start with the files as they are, so a reload changes nothing.",
    remedy: "Correct the files, and reload again.",
    next: () => "toolcourt effective --diff",
  },
  "quarantined-unknown": {
    class: "validation",
    status: () => 404,
    message: () => "There is no such quarantined result.",
    meaning: "No quarantined result has this id, it belongs to another tenant, or it has expired.",
    remedy: "List the quarantined results and choose one.",
    next: () => "toolcourt quarantine list",
  },
  "call-unknown": {
    class: "validation",
    status: () => 404,
    message: () => "There is no such call in the index of the audit log.",
    meaning: "No call has this id, it belongs to another tenant, or the index has not read it yet.",
    remedy: "List the calls and choose one.",
    next: () => "toolcourt calls list",
  },
  "run-unknown": {
    class: "validation",
    status: () => 404,
    message: () => "There is no such run of a workflow.",
    meaning: "No run has this id, it belongs to another tenant, or it is no longer kept.",
    remedy: "List the runs and choose one.",
    next: () => "toolcourt runs list",
  },
  "admission-refused": {
    class: "business",
    status: ({ because }) => inadmissible[because].status,
    message: ({ because }) => `Nothing was changed. ${inadmissible[because].text}`,
    meaning: "The contract cannot be admitted, or there is no such admission to withdraw.",
    remedy: "List the held tools again, review the contract, and send the digest shown there.",
    next: () => "toolcourt lock",
  },
  "grant-settled": {
    class: "business",
    status: () => 409,
    message: ({ state }) => `Nothing was changed: the grant is ${state}.`,
    meaning: "The grant is spent, revoked or expired.",
    remedy: "Give a new grant, if it is still needed.",
    next: listGrants,
  },
  "grant-own": {
    class: "business",
    status: () => 403,
    message: () => "A principal cannot give itself a grant.",
    meaning: "The giver is the principal whose calls the grant would cover.",
    remedy: "Ask another operator.",
    next: listGrants,
  },
  "grant-invalid": {
    class: "validation",
    status: () => 400,
    message: ({ problems }) => `The grant was not given. ${problems.join(" ")}`,
    meaning: "A field of the grant is out of its bounds, or no tool can have such a grant.",
    remedy: "Correct the fields that the message names. The page on grants has the bounds.",
    next: () => "toolcourt grants --help",
  },
  ...draftWorkCatalog,
  ...deskCatalog,
  ...consoleCatalog,
  ...offerCatalog,
  ...recordCatalog,
  "admin-unavailable": {
    class: "system",
    retryable: true,
    status: ({ because }) => absences[because].status,
    message: ({ because }) => absences[because].text,
    meaning:
      "The admin API cannot answer now. The gateway is stopping, a dependency is unavailable, or there are too many requests.",
    remedy: "Try again later. The log of the gateway has the cause.",
  },
};
