import type { JsonObject } from "@toolcourt/sdk";
import type { CallCatalog, Catalog } from "./entry.ts";

/** The details of each refusal of a call that uses a connection. */
export interface ConnectionErrorDetails {
  /** The same for an unknown connection and for one of another owner. */
  "connection-missing": {
    /** The name in the call, if it is a valid connection name. */
    readonly connection?: string;
  } & OfServer;
  "connection-expired": OfConnection & OfServer;
  "connection-revoked": OfConnection & OfServer;
  "connection-origin": OfConnection;
  "connection-scope": OfConnection & {
    /** The first level outside its scope. */
    readonly level: string;
  };
  "connection-tier": OfConnection;
  "connection-unavailable": OfConnection & { readonly because: Trouble };
  /** An MCP server does not accept the credential, or demands more than it allows. */
  "connection-refused": OfConnection &
    OfServer & {
      readonly because: "token" | "scope" | "issuer" | "exchange";
      /** The scopes that the server demands. Empty if it names none. */
      readonly scopes: readonly string[];
    };
}

/** What is wrong with the credential of an otherwise valid connection. */
type Trouble = "provider" | "login" | "store" | "vault" | "file" | "identity";

interface OfConnection {
  readonly connection: string;
}

/** How a connection gets its credential, as far as the command that repairs it must say so. */
export interface ConnectionGrant extends JsonObject {
  readonly kind:
    | "oauth"
    | "client-credentials"
    | "client-assertion"
    | "managed"
    | "id-jag"
    | "exchange"
    | "token"
    | "headers";
  /** Our client at the provider, if no person is asked. */
  readonly clientId?: string;
  /** Whether the client proves itself with a private key. Default: with a secret. */
  readonly hasKey?: boolean;
  /** The login at the identity provider that decides. */
  readonly through?: string;
  /** Whether the token comes from a file that the operator keeps. Default: it was given once. */
  readonly isFile?: boolean;
}

interface OfServer {
  /** The MCP server that the connection is for. Unset for an HTTP tool. */
  readonly server?: string;
  /** Default: a person logs in. */
  readonly grant?: ConnectionGrant;
  /** The principal whose own connection it is. Unset if all callers share it. */
  readonly owner?: string;
  readonly tenant?: string;
}

/** Returns the command that signs in to a server, unless its name has shell metacharacters. */
function signIn(details: OfServer, scopes: readonly string[] = []): string | undefined {
  const { server, owner, tenant, grant } = details;
  if (server === undefined || !isPlain(server)) return undefined;
  const scope = scopes.length > 0 && scopes.every(isPlain) ? ` --scope "${scopes.join(" ")}"` : "";
  const ofCaller = owner === "local" ? "" : flag("owner", owner);
  const login = `toolcourt connections login ${server}${ofCaller}${flag("tenant", tenant)}`;
  return `${login}${grant ? flagsOf(grant) : ""}${scope}`;
}

/** Returns what a login must say if no person is asked. Its secrets and addresses stay unnamed. */
function flagsOf({ kind, clientId, hasKey, through }: ConnectionGrant): string {
  if (kind !== "client-credentials" && kind !== "id-jag") return "";
  const proof = hasKey ? " --client-key <file>" : " --issuer <url> --client-secret <file>";
  return ` --kind ${kind}${flag("through", through)}${flag("client-id", clientId)}${proof}`;
}

/** Returns the command that makes a connection usable again which was not revoked. */
function renew(details: OfConnection & OfServer, scopes?: readonly string[]): string {
  const { connection, grant, tenant } = details;
  if (grant?.kind === "token" && grant.isFile !== true) {
    return `toolcourt connections push ${connection}${flag("tenant", tenant)} --token <file>`;
  }
  const isGiven = grant !== undefined && givenKinds.has(grant.kind);
  return (isGiven ? undefined : signIn(details, scopes)) ?? shown.next(details);
}

/** A login does not replace such a connection: the operator changes its file, headers or client. */
const givenKinds: ReadonlySet<ConnectionGrant["kind"]> = new Set([
  "token",
  "headers",
  "exchange",
  "client-assertion",
  "managed",
]);

function flag(name: string, value = ""): string {
  if (value === "") return "";
  return ` --${name} ${isPlain(value) ? value : `<${name}>`}`;
}

function isPlain(name: string): boolean {
  return /^\w[\w.:/@-]*$/.test(name);
}

const shown = {
  next: ({ connection }: OfConnection): string => `toolcourt connections show ${connection}`,
  evidence: ["connection"],
} as const;

/** Every refusal of a call because of its connection. */
export const connectionCatalog: CallCatalog<ConnectionErrorDetails> = {
  "connection-missing": {
    class: "business",
    message: ({ connection, server }) =>
      connection === undefined
        ? unnamed(server)
        : `There is no connection ${connection} for this caller.`,
    meaning:
      "The connection does not exist or belongs to another owner. No other connection is used instead.",
    remedy: "Name one of the caller's own connections, or have the operator add one.",
    next: (details) => signIn(details) ?? "toolcourt connections list",
    evidence: ["connection", "server"],
  },
  "connection-expired": {
    class: "business",
    message: ({ connection }) => `The connection ${connection} has expired.`,
    meaning: "The connection is past its expiry, or its provider no longer grants tokens for it.",
    remedy: "Have the operator add the connection again, or push a new token to it.",
    next: (details) => renew(details),
    evidence: ["connection", "server"],
  },
  "connection-revoked": {
    class: "business",
    message: ({ connection }) => `The connection ${connection} was revoked.`,
    meaning: "An operator revoked the connection. It is never used again.",
    remedy: "Have the operator add a new connection if one is needed.",
    next: (details) => signIn(details) ?? shown.next(details),
    evidence: ["connection", "server"],
  },
  "connection-origin": {
    class: "business",
    message: ({ connection }) => `The connection ${connection} is not for the target of this call.`,
    meaning:
      "The connection does not name the origin of this call. Its credential is sent to no other origin.",
    remedy: "Use a connection that names the origin of the tool.",
    ...shown,
  },
  "connection-scope": {
    class: "business",
    message: ({ connection, level }) =>
      `The connection ${connection} does not reach the ${level} of this call.`,
    meaning:
      "The scope of the call is outside the connection, or lacks a level that the connection limits. Or the target says that the credential is for another value of the level.",
    remedy: "Name a scope within the connection, level by level, or use another connection.",
    next: ({ connection }) => `toolcourt connections show ${connection}`,
    evidence: ["connection", "level"],
  },
  "connection-tier": {
    class: "business",
    message: ({ connection }) => `The connection ${connection} is not for this tier.`,
    meaning: "The connection is not authorized for the tier of the call.",
    remedy: "Use a connection that has the tier.",
    ...shown,
  },
  "connection-unavailable": {
    class: "system",
    retryable: ({ because }) => because !== "vault",
    message: ({ connection, because }) => `The connection ${connection} ${troubles[because]}.`,
    meaning:
      "The connection is valid, but its credential is unavailable now. The call was not sent.",
    remedy: "Try again later. The operator can check with `toolcourt connections test`.",
    next: ({ connection }) => `toolcourt connections test ${connection}`,
    evidence: ["connection", "because"],
  },
  "connection-refused": {
    class: "business",
    message: ({ connection, because, scopes }) => refusals[because](connection, scopes),
    meaning:
      "The MCP server rejects the token of the connection, even after a renewal, or demands more scopes. Or the caller's token cannot be exchanged. The server did nothing.",
    remedy: "Sign in again, with the scopes in the message, or give the connection another token.",
    next: (details) => renew(details, details.scopes),
    evidence: ["connection", "server", "because", "scopes"],
  },
};

const refusals = {
  token: (connection) =>
    `The server does not accept the credential of the connection ${connection}.`,
  scope: (connection, scopes) =>
    `The connection ${connection} lacks scopes that the server demands${named(scopes)}.`,
  issuer: (connection) =>
    `The connection ${connection} exchanges tokens of its own issuer, and this caller showed none.`,
  exchange: (connection) =>
    `The issuer of the connection ${connection} does not exchange the token of this caller.`,
} satisfies Record<
  ConnectionErrorDetails["connection-refused"]["because"],
  (connection: string, scopes: readonly string[]) => string
>;

function unnamed(server: string | undefined): string {
  return server === undefined
    ? "There is no such connection for this caller."
    : `This caller is not signed in to the server ${server}.`;
}

const maxNamed = 10;

/** Quotes scopes: the server chose their names, so they must not read as our own words. */
function named(scopes: readonly string[]): string {
  const plain = scopes.filter(isPlain).slice(0, maxNamed);
  return plain.length === 0 ? "" : `: ${plain.map((scope) => `"${scope}"`).join(", ")}`;
}

const troubles = {
  provider: "has no valid token, and its provider grants none at the moment",
  login: "needs a login at its identity provider, which has ended or proves no identity",
  store: "cannot be read from the store now",
  vault: "cannot be decrypted with the current key",
  file: "has no token in its file",
  identity:
    "has no managed identity here: IDENTITY_ENDPOINT must be on this machine, with IDENTITY_HEADER",
} satisfies Record<Trouble, string>;

/** The details of each failure to add a connection. */
export interface AuthorizationErrorDetails {
  "authorization-failed": {
    readonly because: AuthorizationTrouble;
    /** The command that repairs it. Default: none is known. */
    readonly next?: string;
  };
}

export type AuthorizationTrouble = keyof typeof whyNotAuthorized;

/** Every failure to add a connection because its provider does not authorize it. */
export const authorizationCatalog: Catalog<AuthorizationErrorDetails> = {
  "authorization-failed": {
    class: "business",
    message: ({ because }) => `The connection was not added: ${whyNotAuthorized[because]}.`,
    meaning:
      "The provider did not authorize the connection, or its answer cannot be trusted. Nothing was stored.",
    remedy: "Check the addresses and the client of the command, and try again.",
    next: ({ next }) => next,
  },
};

const whyNotAuthorized = {
  denied: "the provider or its user denied access",
  scope: "the provider does not know or does not grant the scopes; choose others with --scope",
  issuer: "the answer is not from the expected issuer",
  "no-issuer": "the answer names an issuer, but the command gave none to compare",
  "no-pkce":
    "the provider does not announce PKCE with S256; if it supports it, use connections add with --authorize-url and --token-url",
  elsewhere:
    "the issuer names endpoints of another origin; give them with --authorize-url and --token-url",
  unreachable: "the provider cannot be reached, or its address is not allowed",
  unreadable: "the answer of the provider is not valid OAuth",
  "too-late": "no answer came in time",
  "no-server": "the server cannot be reached, or its address is not allowed",
  "no-login": "the server names no authorization server, so it offers no login",
  resource: "the server names a resource that is not its own address",
  "no-metadata": "the issuer publishes no metadata",
  "no-registration":
    "the provider registers no client for us; register one there, and give --client-id",
  "no-device": "the provider has no device authorization; leave out --device",
  clock: "the provider registered a client that has expired already; compare the clocks",
  "no-identity":
    "the login of --through has ended or has no ID token; add it with the scope openid and its issuer",
  "no-id-jag": "the issuer of the server accepts no decisions of an identity provider (ID-JAG)",
  listener: "the port for the answer is not available",
} as const;
