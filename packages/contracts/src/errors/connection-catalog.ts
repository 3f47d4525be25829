import type { CallEntry, Entry } from "./entry.ts";

/** The details of each refusal of a call that uses a connection. */
export interface ConnectionErrorDetails {
  /** The same for an unknown connection and for one of another owner. */
  "connection-missing": {
    /** The name in the call, if it is a valid connection name. */
    readonly connection?: string;
  };
  "connection-expired": OfConnection;
  "connection-revoked": OfConnection;
  "connection-origin": OfConnection;
  "connection-scope": OfConnection & {
    /** The first level outside its scope. */
    readonly level: string;
  };
  "connection-tier": OfConnection;
  "connection-unavailable": OfConnection & { readonly because: Trouble };
}

/** What is wrong with the credential of an otherwise valid connection. */
type Trouble = "provider" | "store" | "vault" | "file";

interface OfConnection {
  readonly connection: string;
}

/** Every refusal of a call because of its connection. */
export const connectionCatalog: {
  readonly [Code in keyof ConnectionErrorDetails]: CallEntry<ConnectionErrorDetails[Code]>;
} = {
  "connection-missing": {
    class: "business",
    channel: "model",
    retryable: false,
    exit: 2,
    message: ({ connection }) =>
      connection === undefined
        ? "There is no such connection for this caller."
        : `There is no connection ${connection} for this caller.`,
    meaning:
      "The call needs a connection that is not there, or that is somebody else's. Nothing is used in its place.",
    remedy: "Name a connection of the caller's own, or have the operator add one.",
    next: () => "toolcourt connections list",
    evidence: ({ connection }) => (connection === undefined ? {} : { connection }),
  },
  "connection-expired": {
    class: "business",
    channel: "model",
    retryable: false,
    exit: 2,
    message: ({ connection }) => `The connection ${connection} has expired.`,
    meaning:
      "The connection was good for a time that is over, or its provider no longer grants tokens for it.",
    remedy: "Have the operator add the connection again, or push a new token to it.",
    next: ({ connection }) => `toolcourt connections show ${connection}`,
    evidence: ({ connection }) => ({ connection }),
  },
  "connection-revoked": {
    class: "business",
    channel: "model",
    retryable: false,
    exit: 2,
    message: ({ connection }) => `The connection ${connection} was revoked.`,
    meaning: "Somebody has taken the connection back. It is never used again.",
    remedy: "Have the operator add a new connection, if there should be one.",
    next: ({ connection }) => `toolcourt connections show ${connection}`,
    evidence: ({ connection }) => ({ connection }),
  },
  "connection-origin": {
    class: "business",
    channel: "model",
    retryable: false,
    exit: 2,
    message: ({ connection }) => `The connection ${connection} is not for the target of this call.`,
    meaning:
      "The call goes to an origin that the connection does not name, and its credential leaves for no other.",
    remedy: "Use a connection that names the origin of the tool.",
    next: ({ connection }) => `toolcourt connections show ${connection}`,
    evidence: ({ connection }) => ({ connection }),
  },
  "connection-scope": {
    class: "business",
    channel: "model",
    retryable: false,
    exit: 2,
    message: ({ connection, level }) =>
      `The connection ${connection} does not reach the ${level} of this call.`,
    meaning:
      "The call names a scope that is not within the connection, or leaves out a level that the connection limits.",
    remedy: "Name a scope that the connection has, level by level, or use another connection.",
    next: ({ connection }) => `toolcourt connections show ${connection}`,
    evidence: ({ connection, level }) => ({ connection, level }),
  },
  "connection-tier": {
    class: "business",
    channel: "model",
    retryable: false,
    exit: 2,
    message: ({ connection }) => `The connection ${connection} is not for this tier.`,
    meaning: "The call is of a tier that the connection is not authorized for.",
    remedy: "Use a connection that has the tier.",
    next: ({ connection }) => `toolcourt connections show ${connection}`,
    evidence: ({ connection }) => ({ connection }),
  },
  "connection-unavailable": {
    class: "system",
    channel: "model",
    retryable: ({ because }) => because !== "vault",
    exit: 2,
    message: ({ connection, because }) => `The connection ${connection} ${troubles[because]}.`,
    meaning:
      "The connection is in order, and its credential cannot be had now. The call was not sent without it.",
    remedy: "Try again later; the operator can look with `toolcourt connections test`.",
    next: ({ connection }) => `toolcourt connections test ${connection}`,
    evidence: ({ connection, because }) => ({ connection, because }),
  },
};

const troubles = {
  provider: "has no valid token, and its provider grants none now",
  store: "cannot be read from the store now",
  vault: "cannot be opened with the key that there is",
  file: "has no token in its file",
} satisfies Record<Trouble, string>;

/** The details of each failure to add a connection. */
export interface AuthorizationErrorDetails {
  "authorization-failed": { readonly because: AuthorizationTrouble };
}

export type AuthorizationTrouble = keyof typeof whyNotAuthorized;

/** Every failure to add a connection because its provider does not authorize it. */
export const authorizationCatalog: {
  readonly [Code in keyof AuthorizationErrorDetails]: Entry<AuthorizationErrorDetails[Code]>;
} = {
  "authorization-failed": {
    class: "business",
    exit: 2,
    message: ({ because }) => `The connection was not added: ${whyNotAuthorized[because]}.`,
    meaning:
      "The provider of a connection did not authorize it, or answered in a way that cannot be trusted. Nothing was stored.",
    remedy: "Check the addresses and the client that the command was given, and try again.",
    next: () => "toolcourt connections --help",
  },
};

const whyNotAuthorized = {
  denied: "the provider, or whoever was asked there, said no",
  issuer: "the answer is not from the issuer that was named",
  "no-issuer": "the answer names an issuer, and none was given to compare it with",
  "no-pkce":
    "the provider does not say that it supports PKCE with S256; where it does, give --authorize-url and --token-url",
  elsewhere:
    "the issuer names endpoints of another origin; give them with --authorize-url and --token-url",
  unreachable: "the provider cannot be reached, or its address may not be asked",
  unreadable: "the answer of the provider is not one of OAuth",
  "too-late": "nobody answered in time",
  listener: "the port for the answer cannot be listened on",
} as const;
