import { defined } from "@toolcourt/contracts/internal/kernel/defined";
import { isLoopback } from "@toolcourt/contracts/internal/kernel/loopback";
import { type Challenge, readScope } from "../egress/challenge.ts";
import { EgressFailure } from "../egress/egress-failure.ts";
import {
  type AuthorizationServer,
  findAuthorizationServer,
  type Looking,
} from "./authorization-server.ts";
import { type ProviderLogin, type SignedIn, type SignIn, troubleOf } from "./authorize.ts";
import { failed } from "./discover.ts";
import { grantByIdentity, type Identity } from "./identity.ts";
import { findProtectedResource, type ProtectedResource } from "./protected-resource.ts";
import type { ProviderClient } from "./provider.ts";
import { type KnownClient, type RegisterDeps, registerClient } from "./register-client.ts";
import type { Provider } from "./settings.ts";
import type { SignInDevice } from "./sign-in-device.ts";

export interface LogInDeps
  extends Omit<RegisterDeps, "isPrivate" | "signal" | "trusted" | "needsPkce"> {
  readonly client: Pick<ProviderClient, "ask">;
  readonly signIn: SignIn;
  readonly signInDevice: SignInDevice;
}

export interface LoggingIn {
  /** The MCP server that the tokens are for. */
  readonly server: URL;
  /** What the server demanded. Default: it is asked. */
  readonly challenge?: Challenge | undefined;
  /** The only issuer to accept. Default: the first one that the server names. */
  readonly issuer?: string | undefined;
  /** Default: the gateway registers itself. */
  readonly client?: KnownClient | undefined;
  /** Default: the scopes that the server demands, or else all that it lists. */
  readonly scope?: string | undefined;
  /** An earlier login to this server, whose scopes are requested again. Default: none. */
  readonly before?: Pick<Provider, "issuer" | "scope"> | undefined;
  /** Addresses that the operator gives, whatever the issuer says. Default: none. */
  readonly endpoints?: Partial<Pick<Provider, "authorizeUrl" | "tokenUrl">>;
  /** Whether the provider may have a private address. */
  readonly isPrivate: boolean;
  /**
   * Who consents: a person in a browser on this machine, or anywhere by a code. Or no person: the
   * client acts for itself, or the identity provider decides by a login there.
   */
  readonly way: "browser" | "device" | "client" | Identity;
  /** Port of the redirect listener. 0 selects any free port. */
  readonly port: number;
  readonly show: (text: string) => void;
  readonly signal: AbortSignal;
}

export type LogIn = (logging: LoggingIn) => Promise<SignedIn>;

/**
 * Creates the login to an MCP server by its own account of who authorizes (RFC 9728). Everything
 * that the server says is checked before a person sees an address.
 */
export function createLogIn(deps: LogInDeps): LogIn {
  return async (logging) => {
    const looking = lookingOf(deps, logging);
    const { server, way, port, show, signal } = logging;
    const challenge = logging.challenge ?? (await ask(server, looking));
    const resource = await findProtectedResource(server, challenge, looking);
    const issuer = issuerOf(resource, logging.issuer);
    const found = await findAuthorizationServer(issuer, looking);
    const scope = scopeOf({ logging, challenge, resource, found });
    const provider = providerOf(found, { resource, scope, logging });
    show(`${server.host} lets ${new URL(issuer).host} decide who may use it.`);
    const clientFor = async (redirectUri?: string): Promise<ProviderLogin> => {
      const registration = { server: found, known: logging.client, redirectUri, scope };
      const registered = await registerClient(registration, { ...deps, ...looking });
      const { clientSecret, ...client } = registered;
      return { provider: { ...provider, ...client }, ...defined({ clientSecret }) };
    };
    if (way === "browser") return deps.signIn({ clientFor, port, show, signal });
    if (typeof way === "object") checkProfile(found);
    if (way !== "device") return signInAlone(await clientFor(), way, { ...deps, signal });
    const { device_authorization_endpoint: deviceUrl } = found;
    if (deviceUrl === undefined) throw failed("no-device");
    return deps.signInDevice({ login: await clientFor(), deviceUrl, show, signal });
  };
}

/** Many issuers announce no profiles, so only an announcement without ours is a refusal. */
function checkProfile({ authorization_grant_profiles_supported: profiles }: AuthorizationServer) {
  const isMissing = profiles?.includes("urn:ietf:params:oauth:grant-profile:id-jag") === false;
  if (isMissing) throw failed("no-id-jag");
}

/** Gets a token for which no person is asked. */
async function signInAlone(
  login: ProviderLogin,
  way: "client" | Identity,
  { client, signal }: Pick<LogInDeps, "client"> & Pick<LoggingIn, "signal">,
): Promise<SignedIn> {
  const { provider, clientSecret } = login;
  try {
    const granted =
      way === "client"
        ? await client.ask(
            provider,
            { kind: "client-credentials" },
            { signal, ...defined({ clientSecret }) },
          )
        : await grantByIdentity(client, { identity: way, target: login }, signal);
    return { ...login, granted };
  } catch (error) {
    throw troubleOf(error);
  }
}

/** Private addresses are for operators to allow. A server on this machine may name others on it. */
function lookingOf(
  { door }: LogInDeps,
  { server, way, endpoints = {}, isPrivate, signal }: LoggingIn,
): Looking {
  const isLocal = isLoopback(server.hostname);
  return {
    door,
    needsPkce: way === "browser" || way === "device",
    isPrivate: ({ hostname }) => isPrivate || (isLocal && isLoopback(hostname)),
    trusted: Object.values(endpoints).map((url) => new URL(url).origin),
    signal,
  };
}

/** Sends a harmless request without a token. Returns undefined if the server demands none. */
async function ask(
  server: URL,
  { door, isPrivate, signal }: Looking,
): Promise<Challenge | undefined> {
  const headers = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });
  try {
    const request = { method: "POST", url: server.href, headers, body, signal };
    await door(server.href, isPrivate(server)).request(request);
    return undefined;
  } catch (error) {
    if (!(error instanceof EgressFailure)) throw error;
    if (error.details.status === undefined) throw failed("no-server");
    return error.details.challenge;
  }
}

function issuerOf({ issuers: [first = "", ...others] }: ProtectedResource, wanted = first): string {
  if (wanted !== first && !others.includes(wanted)) throw failed("issuer");
  return wanted;
}

interface Choosing {
  readonly logging: LoggingIn;
  readonly challenge: Challenge | undefined;
  readonly resource: ProtectedResource;
  readonly found: AuthorizationServer;
}

/**
 * Chooses the scopes by the protocol's rule, with those of an earlier login: a new token replaces
 * the old one. Scopes of another issuer have no meaning here.
 */
function scopeOf({ logging, challenge, resource, found }: Choosing): string | undefined {
  const earlier = [logging.before].filter((each) => each?.issuer === found.issuer);
  const wanted = [...earlier, { scope: logging.scope ?? challenge?.scope ?? resource.scope }];
  const chosen = wanted.flatMap((each) => each?.scope ?? []);
  // `offline_access` asks for a refresh token. Alone it would replace the provider's defaults.
  if (chosen.length === 0) return undefined;
  const offline = found.scopes_supported?.filter((each) => each === "offline_access") ?? [];
  return readScope([...chosen, ...offline].join(" "));
}

function providerOf(
  found: AuthorizationServer,
  {
    resource: { resource },
    scope,
    logging,
  }: { readonly scope: string | undefined } & Pick<Choosing, "resource" | "logging">,
): Omit<Provider, "clientId" | "clientProof"> {
  const { server, isPrivate, endpoints } = logging;
  const { issuer, revocation_endpoint: revokeUrl, authorization_endpoint: authorizeUrl } = found;
  const isLocal = isLoopback(server.hostname) && isLoopback(new URL(issuer).hostname);
  return {
    issuer,
    tokenUrl: found.token_endpoint,
    ...(authorizeUrl !== undefined && { authorizeUrl }),
    ...(revokeUrl !== undefined && { revokeUrl }),
    ...endpoints,
    namesItself: found.authorization_response_iss_parameter_supported === true,
    resource,
    ...(scope !== undefined && { scope }),
    isPrivate: isPrivate || isLocal,
  };
}
