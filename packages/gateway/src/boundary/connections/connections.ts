import type { Credential } from "../egress/credential.ts";

export type { Credential };

/** The requirements of a call on a connection. */
export interface WantedConnection {
  /** Its id, or its name within the tenant. */
  readonly connection: string;
  /** Origin of the call, such as `https://api.example.com`. */
  readonly origin: string;
  /**
   * Target of the call by named levels, such as `subscription`. Unset if the tool has no levels.
   */
  readonly scope?: Readonly<Record<string, string>>;
  readonly tier?: string;
}

export interface ConnectionUser {
  readonly id: string;
  readonly tenant?: string;
}

/** Proof that a call may use a connection. Contains no token. */
export interface UsableConnection {
  readonly id: string;
  readonly tenant: string;
  readonly origins: readonly string[];
}

/** The connections used by calls. */
export interface Connections {
  /**
   * Returns the connection name that `use` would select. Checks only ownership. Undefined if there
   * is none.
   */
  readonly nameOf: (named: string, user: ConnectionUser) => Promise<string | undefined>;
  /**
   * Checks in this order: existence, ownership, active, not expired, origin, scope, tier. Throws a
   * `Refusal`.
   */
  readonly use: (wanted: WantedConnection, user: ConnectionUser) => Promise<UsableConnection>;
  /**
   * Returns the current token, renewed if due, once for all callers. Call it right before sending.
   */
  readonly credential: (usable: UsableConnection, signal: AbortSignal) => Promise<Credential>;
  /**
   * Reports that the target refused the token. The next `credential` renews it, if its kind allows.
   */
  readonly refused: (usable: UsableConnection, credential: Credential) => Promise<void>;
}
