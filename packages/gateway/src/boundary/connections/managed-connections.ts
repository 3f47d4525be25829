import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { LRUCache } from "lru-cache";
import type { CurrentVault } from "../secrets/current-vault.ts";
import { openSecret, withPrefix } from "../secrets/secret.ts";
import { type HeldCredential, type HeldCredentials, orUnavailable } from "./open-credential.ts";
import {
  createOwnTokens,
  NoToken,
  type OwnToken,
  type OwnTokenDeps,
  type OwnTokens,
} from "./own-token.ts";
import { boundTo, openField, type ReadConnection, type SettingsOf } from "./settings.ts";

export type ManagedConnection = ReadConnection<SettingsOf<"managed">>;

export function isManaged(connection: ReadConnection): connection is ManagedConnection {
  return connection.settings.kind === "managed";
}

export interface ManagedConnectionsDeps extends OwnTokenDeps {
  readonly vault: Pick<CurrentVault, "open">;
  readonly held: Pick<HeldCredentials, "find" | "keep">;
}

const max = 1_000;

/** Credentials of this machine's managed identities. Nothing of them is stored. */
export class ManagedConnections {
  readonly #deps: ManagedConnectionsDeps;
  readonly #tokens = new LRUCache<string, OwnTokens>({ max });

  constructor(deps: ManagedConnectionsDeps) {
    this.#deps = deps;
  }

  /** Returns the credential. `refused` is the generation that the target did not accept. */
  async credential(
    connection: ManagedConnection,
    refused: number | undefined,
  ): Promise<HeldCredential> {
    const { stored, settings } = connection;
    const tokens = await this.#tokensOf(connection);
    try {
      const before = await tokens.current();
      if (before.grantedAt === refused) tokens.refused(before);
      const own = await tokens.current();
      const stamp = `${own.grantedAt} ${boundTo(connection)}`;
      return (
        this.#deps.held.find(stored.id, stamp) ??
        this.#deps.held.keep(stored.id, heldOf(own, settings.origins, stamp), [own.token])
      );
    } catch (error) {
      throw error instanceof NoToken ? refusalOf(stored.name, error) : error;
    }
  }

  async #tokensOf(connection: ManagedConnection): Promise<OwnTokens> {
    const { stored, settings } = connection;
    const key = `${stored.id} ${boundTo(connection)}`;
    const known = this.#tokens.get(key);
    if (known !== undefined) return known;
    // The sealed field binds the settings: write access to the store must not redirect the token.
    const resource = await orUnavailable(stored.name, () =>
      openField(this.#deps.vault, connection, "resource"),
    );
    if (resource === undefined) throw unavailable(stored.name, "vault");
    const { clientId } = settings;
    const wish = { kind: "managed", resource: openSecret(resource), clientId } as const;
    const tokens = createOwnTokens(wish, this.#deps);
    this.#tokens.set(key, tokens);
    return tokens;
  }
}

function heldOf(
  { token, grantedAt }: OwnToken,
  origins: readonly string[],
  stamp: string,
): HeldCredential {
  const headers = { authorization: withPrefix(token, "Bearer ") };
  return { stamp, generation: grantedAt, credential: { headers, origins } };
}

function refusalOf(connection: string, { because }: NoToken): Refusal {
  return unavailable(connection, because === "refused" ? "provider" : because);
}

function unavailable(
  connection: string,
  because: "provider" | "vault" | "file" | "identity",
): Refusal {
  return new Refusal("connection-unavailable", { connection, because });
}
