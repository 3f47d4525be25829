import { isRefusal } from "@toolcourt/contracts/internal/errors/refusal";
import { defined } from "@toolcourt/contracts/internal/kernel/defined";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { ConnectionStore } from "../../stores/connection-store.ts";
import type { CurrentVault } from "../secrets/current-vault.ts";
import type { Secret } from "../secrets/secret.ts";
import type { ProviderLogin } from "./authorize.ts";
import type { ConnectionUser } from "./connections.ts";
import { checkStanding, findConnection } from "./find-connection.ts";
import type { Granted } from "./granted.ts";
import { orUnavailable } from "./open-credential.ts";
import type { ProviderClient } from "./provider.ts";
import type { Renew } from "./renew.ts";
import { isRenewable, openField, type ReadConnection, type Renewable } from "./settings.ts";

/** A person's login at an identity provider: our client there, and who the person is. */
export interface Identity extends ProviderLogin {
  readonly idToken: Secret;
}

/** Finds the login that an owner may use. Undefined if it has ended or proves no identity. */
export type FindIdentity = (login: string, owner: ConnectionUser) => Promise<Identity | undefined>;

export interface IdentityDeps extends Pick<Runtime, "clock"> {
  readonly store: Pick<ConnectionStore, "find" | "list">;
  readonly vault: Pick<CurrentVault, "open">;
  readonly renew: Renew;
}

/** Time for the exchange itself. */
const marginMs = 30_000;

/** Creates the search for logins. An ID token that ends is renewed with the login. */
export function createFindIdentity({ store, vault, clock, renew }: IdentityDeps): FindIdentity {
  const hasEnded = ({ settings: { idTokenEndsAt = 0 } }: Renewable): boolean =>
    idTokenEndsAt - marginMs <= clock.now();
  const current = async (found: ReadConnection): Promise<Renewable | undefined> => {
    checkStanding(found, clock.now());
    if (!isRenewable(found) || found.settings.kind !== "oauth") return undefined;
    if (found.stored.sealed["id_token"] === undefined) return undefined;
    const login = hasEnded(found) ? await renew(found) : found;
    return hasEnded(login) ? undefined : login;
  };

  return async (name, owner) => {
    const found = await orUnavailable(name, () => findConnection(store, name, owner));
    const login = found && (await current(found).catch(unlessRefused));
    if (login === undefined) return undefined;
    const open = (field: string) => orUnavailable(name, () => openField(vault, login, field));
    const idToken = await open("id_token");
    const clientSecret = await open("client_secret");
    if (idToken === undefined) return undefined;
    return { provider: login.settings.provider, idToken, ...defined({ clientSecret }) };
  };
}

/** A login that cannot be renewed is no reason to close what depends on it. */
function unlessRefused(error: unknown): undefined {
  if (!isRefusal(error)) throw error;
}

/**
 * Gets a token without the person: the identity provider decides by the ID token, and signs a grant
 * (ID-JAG) for the authorization server of the target. The ID token goes to its own issuer only.
 */
export async function grantByIdentity(
  client: Pick<ProviderClient, "ask">,
  { identity, target }: { readonly identity: Identity; readonly target: ProviderLogin },
  signal: AbortSignal,
): Promise<Granted> {
  const { issuer: audience, resource, scope } = target.provider;
  const { accessToken: assertion } = await client.ask(
    identity.provider,
    {
      kind: "exchange",
      subjectToken: identity.idToken,
      subject: "id-token",
      wanted: "id-jag",
      target: defined({ audience, resource, scope }),
    },
    { signal, ...defined({ clientSecret: identity.clientSecret }) },
  );
  const rest = { signal, ...defined({ clientSecret: target.clientSecret }) };
  const granted = await client.ask(target.provider, { kind: "assertion", assertion }, rest);
  // The identity provider decides anew each time, so no refresh token may bypass it.
  const { refreshToken: _unused, ...withoutRefresh } = granted;
  return withoutRefresh;
}
