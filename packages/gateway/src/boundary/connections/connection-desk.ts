import { isRefusal, type Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { defined } from "@toolcourt/contracts/internal/kernel/defined";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { StoredConnection } from "../../stores/connection-store.ts";
import type { SecretRegistry } from "../redaction/secret-registry.ts";
import type { Secret } from "../secrets/secret.ts";
import { VaultError } from "../secrets/vault-error.ts";
import type { ConnectionAdmin } from "./connection-admin.ts";
import type { Connections } from "./connections.ts";
import { checkStanding } from "./find-connection.ts";
import type { LastTrouble, LastTroubles } from "./last-troubles.ts";
import type { RevokeDeps, RevokedThere } from "./revoke-at-provider.ts";
import { revokeConnection } from "./revoke-connection.ts";
import { grantOf, readConnection } from "./settings.ts";

export interface ConnectionDeskDeps extends Pick<Runtime, "clock">, RevokeDeps {
  readonly admin: ConnectionAdmin;
  readonly connections: Pick<Connections, "credential">;
  readonly troubles: Pick<LastTroubles, "of">;
  readonly holdSecret: (value: string) => Secret;
  readonly registry: Pick<SecretRegistry, "hold">;
  /** Aborts when the gateway closes. */
  readonly signal: AbortSignal;
}

/** Limits connections to those of a tenant. Default: all. */
export interface Scope {
  readonly tenant?: string;
}

export type Tested =
  | { readonly kind: "works" }
  | { readonly kind: "fails"; readonly refusal: Refusal };

export type Changed =
  | { readonly kind: "changed"; readonly stored: StoredConnection; readonly there?: RevokedThere }
  /** A concurrent change won. */
  | { readonly kind: "overtaken" }
  /** No token can be given to it. */
  | { readonly kind: "revoked" | "not-pushed" }
  /** The key that seals secrets cannot be used. */
  | { readonly kind: "vault" };

/** A new token of a connection. */
export interface Token {
  readonly text: string;
  /** Milliseconds since 1970. Undefined if it is not known. */
  readonly expiresAt: number | undefined;
}

/** Shows, tests and changes the connections of a running gateway, for people who look after it. */
export class ConnectionDesk {
  readonly #deps: ConnectionDeskDeps;

  constructor(deps: ConnectionDeskDeps) {
    this.#deps = deps;
  }

  /** Returns the newest first. */
  async list(scope: Scope): Promise<readonly StoredConnection[]> {
    return (await this.#deps.admin.list(scope)).toReversed();
  }

  /** Undefined for one out of the scope too. */
  async find(id: string, { tenant }: Scope): Promise<StoredConnection | undefined> {
    const stored = await this.#deps.admin.find(id);
    return tenant === undefined || stored?.tenant === tenant ? stored : undefined;
  }

  /** Returns why it could not be used last. */
  troubleOf({ id, name }: StoredConnection): LastTrouble | undefined {
    const trouble = this.#deps.troubles.of(id);
    // Where a target refuses a credential, only the id is known.
    return trouble && { ...trouble, message: trouble.message.replace(id, name) };
  }

  /** Obtains the credential as a call would. Sends it nowhere but to its provider. */
  async test(stored: StoredConnection): Promise<Tested> {
    const { clock, connections, signal } = this.#deps;
    const connection = readConnection(stored);
    if (connection === undefined) throw new TypeError("a connection of another version was tested");
    const { id, tenant } = stored;
    const { settings } = connection;
    try {
      checkStanding(connection, clock.now());
      const usable = { id, tenant, origins: settings.origins, grant: grantOf(settings) };
      await connections.credential(usable, signal);
      return { kind: "works" };
    } catch (error) {
      if (isRefusal(error)) return { kind: "fails", refusal: error };
      throw error;
    }
  }

  async revoke(stored: StoredConnection, by: string): Promise<Changed> {
    const { revoked, there } = await revokeConnection(stored, { ...this.#deps, by });
    if (revoked === undefined) return { kind: "overtaken" };
    return { kind: "changed", stored: revoked, ...(there !== undefined && { there }) };
  }

  /** Gives a connection another token. From then on the token is redacted in every text. */
  async push(stored: StoredConnection, token: Token, by: string): Promise<Changed> {
    if (stored.status === "revoked") return { kind: "revoked" };
    const connection = readConnection(stored);
    if (connection === undefined || !takesToken(stored)) return { kind: "not-pushed" };
    const { admin, holdSecret, registry } = this.#deps;
    const { text, expiresAt } = token;
    const secret = holdSecret(text);
    using holds = new DisposableStack();
    holds.use(registry.hold(secret));
    const pushed = { token: secret, ...defined({ expiresAt }) };
    try {
      const next = await admin.push(connection, pushed, by);
      if (next === undefined) return { kind: "overtaken" };
      // Opens it as a call does, which holds it for as long as it may occur.
      await this.test(next);
      return { kind: "changed", stored: next };
    } catch (error) {
      if (error instanceof VaultError) return { kind: "vault" };
      throw error;
    }
  }
}

/** Tells whether another token can be given to a connection. */
export function takesToken(stored: StoredConnection): boolean {
  const settings = readConnection(stored)?.settings;
  if (stored.status === "revoked" || settings?.kind !== "token") return false;
  return settings.file === undefined;
}
