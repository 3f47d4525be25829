import {
  boolean,
  instant,
  list,
  nullable,
  object,
  oneOf,
  optional,
  type Read,
  text,
} from "../../api/decode.ts";

export const connectionStates = ["active", "expiring", "expired", "revoked"] as const;
export type ConnectionState = (typeof connectionStates)[number];

export interface LastError {
  readonly code: string;
  readonly message: string;
  readonly at: number;
}

/** A connection without its secrets, which the gateway never sends. */
export interface Connection {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly status: "active" | "expired" | "revoked";
  readonly owner: string;
  readonly tenant: string | undefined;
  readonly users: string | undefined;
  readonly origins: readonly string[];
  readonly issuer: string | undefined;
  readonly clientId: string | undefined;
  readonly scope: string | undefined;
  readonly expires: number | undefined;
  readonly tokenEnds: number | undefined;
  readonly added: number;
  readonly changed: number;
  readonly expiring: boolean;
  /** Whether a new token can be given to it. */
  readonly takesToken: boolean;
  /** The command that makes it usable again. */
  readonly repair: string | null;
  readonly lastError: LastError | null;
}

const members = {
  id: text,
  name: text,
  kind: text,
  status: oneOf(["active", "expired", "revoked"]),
  owner: text,
  tenant: optional(text),
  users: optional(text),
  origins: (value: unknown, at: string) => (value === undefined ? [] : list(text)(value, at)),
  issuer: optional(text),
  clientId: optional(text),
  scope: optional(text),
  expires: optional(instant),
  tokenEnds: optional(instant),
  added: instant,
  changed: instant,
  expiring: boolean,
  takesToken: boolean,
  repair: nullable(text),
  lastError: nullable(object<LastError>({ code: text, message: text, at: instant })),
} as const;

export const connection: Read<Connection> = object<Connection>(members);

export interface ConnectionPage {
  readonly connections: readonly Connection[];
  readonly next: string | undefined;
}

export const connectionPage: Read<ConnectionPage> = object<ConnectionPage>({
  connections: list(connection),
  next: optional(text),
});

export interface Revoked extends Connection {
  readonly atProvider: "revoked" | "failed" | "not-asked" | undefined;
}

export const revoked: Read<Revoked> = object<Revoked>({
  ...members,
  atProvider: optional(oneOf(["revoked", "failed", "not-asked"])),
});

export interface Tested {
  readonly works: boolean;
  readonly code: string | undefined;
  readonly message: string | undefined;
}

export const tested: Read<Tested> = object<Tested>({
  works: boolean,
  code: optional(text),
  message: optional(text),
});
