import type { Credential } from "../egress/credential.ts";

export type { Credential };

/** What a call wants of a connection. */
export interface WantedConnection {
  /** Its id, or its name within the tenant. */
  readonly connection: string;
  /** Where the call goes, as `https://api.example.com`. */
  readonly origin: string;
  /** The target of the call by named levels, such as `subscription`. Absent where the tool has no levels. */
  readonly scope?: Readonly<Record<string, string>>;
  readonly tier?: string;
}

export interface ConnectionUser {
  readonly id: string;
  readonly tenant?: string;
}

/** Proof that a connection may be used for a call. It holds no token. */
export interface UsableConnection {
  readonly id: string;
  readonly tenant: string;
  readonly origins: readonly string[];
}

/** The connections that calls are made over. */
export interface Connections {
  /**
   * The name of what `use` would take by this name or id, before anything but whose it is was checked.
   * Undefined where there is none.
   */
  readonly nameOf: (named: string, user: ConnectionUser) => Promise<string | undefined>;
  /** Checks, in this order: there, the caller's, active, not expired, its origin, scope, tier. Throws a `Refusal`. */
  readonly use: (wanted: WantedConnection, user: ConnectionUser) => Promise<UsableConnection>;
  /** Its token as of now, renewed where it must be, by one caller for all. To be asked right before sending. */
  readonly credential: (usable: UsableConnection, signal: AbortSignal) => Promise<Credential>;
  /** The target has refused the token: the next `credential` renews it, where its kind can. */
  readonly refused: (usable: UsableConnection, credential: Credential) => Promise<void>;
}
