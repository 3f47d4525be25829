import { hasCode } from "@toolcourt/contracts/internal/errors/refusal";
import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { defined } from "@toolcourt/contracts/internal/kernel/defined";
import { z } from "zod";
import { EgressFailure } from "../egress/egress-failure.ts";
import type { Secret } from "../secrets/secret.ts";
import { type AuthorizationServer, type Looking, objectIn } from "./authorization-server.ts";
import { failed } from "./discover.ts";
import type { Provider } from "./settings.ts";

/** A client that the operator registered with the provider. */
export interface KnownClient {
  /** An id, or the address of a client id metadata document. */
  readonly id: string;
  /** The secret, or the private key if the proof is `jwt`. */
  readonly secret?: Secret;
  readonly proof?: Provider["clientProof"];
  readonly keyId?: string;
  /** Of the certificate of the private key. Default: it has none. */
  readonly thumbprint?: string;
}

export interface RegisteredClient
  extends Pick<Provider, "clientId" | "clientProof" | "keyId" | "thumbprint"> {
  readonly clientSecret?: Secret;
}

export interface RegisterDeps extends Looking {
  readonly clock: Pick<Clock, "now">;
  readonly holdSecret: (value: string) => Secret;
}

export interface Registration {
  readonly server: AuthorizationServer;
  /** Default: the gateway registers itself. */
  readonly known?: KnownClient | undefined;
  /** Unset for a device without a browser, which has none. */
  readonly redirectUri?: string | undefined;
  readonly scope?: string | undefined;
}

/**
 * Returns our client at a provider: the operator's own, else one described by a metadata document,
 * else one that is registered now (RFC 7591).
 */
export async function registerClient(
  { server, known, redirectUri, scope }: Registration,
  deps: RegisterDeps,
): Promise<RegisteredClient> {
  const hasDocuments = server.client_id_metadata_document_supported === true;
  if (known !== undefined && (hasDocuments || !isDocument(known.id))) {
    return ownClient(known, server);
  }
  if (server.registration_endpoint === undefined) throw failed("no-registration");
  const wanted = methodFor(server);
  const client = {
    client_name: "Toolcourt",
    // The redirect goes to a listener on this machine, so it is a native client.
    application_type: "native",
    ...waysOf(redirectUri),
    token_endpoint_auth_method: wanted,
  };
  const answer = await register(server.registration_endpoint, deps, { client, scope });
  return readClient(answer, wanted, deps);
}

/** Registers without the scopes if need be: some providers know only their own, not a resource's. */
async function register(
  url: string,
  deps: RegisterDeps,
  { client, scope }: { readonly client: object; readonly scope: string | undefined },
): Promise<unknown> {
  try {
    return await post(url, deps, { ...client, ...defined({ scope }) });
  } catch (error) {
    const isRefused =
      hasCode(error, "authorization-failed") && error.details.because === "no-registration";
    if (!isRefused || scope === undefined) throw error;
    return post(url, deps, client);
  }
}

function waysOf(redirectUri: string | undefined): object {
  const grant = redirectUri === undefined ? deviceGrant : "authorization_code";
  const grants = { grant_types: [grant, "refresh_token"] };
  if (redirectUri === undefined) return grants;
  return { ...grants, redirect_uris: [redirectUri], response_types: ["code"] };
}

const deviceGrant = "urn:ietf:params:oauth:grant-type:device_code";

/** Reports whether an id is the address of a client id metadata document. */
function isDocument(id: string): boolean {
  const url = URL.parse(id);
  return url?.protocol === "https:" && url.pathname !== "/";
}

function ownClient(
  { id, secret, proof, keyId, thumbprint }: KnownClient,
  server: AuthorizationServer,
): RegisteredClient {
  if (secret === undefined) return { clientId: id, clientProof: "none" };
  const methods = server.token_endpoint_auth_methods_supported;
  const isOnlyPost =
    methods?.includes("client_secret_basic") === false && methods.includes("client_secret_post");
  return {
    clientId: id,
    clientSecret: secret,
    clientProof: proof ?? (isOnlyPost ? "post" : "basic"),
    ...defined({ keyId, thumbprint }),
  };
}

/** How a client authenticates, in the order of our choice. */
const proofs = new Map<string, Provider["clientProof"]>([
  ["none", "none"],
  ["client_secret_basic", "basic"],
  ["client_secret_post", "post"],
]);

function methodFor({
  token_endpoint_auth_methods_supported: methods,
}: AuthorizationServer): string {
  // The default of RFC 8414, 2.
  if (methods === undefined) return "client_secret_basic";
  const method = [...proofs.keys()].find((each) => methods.includes(each));
  if (method === undefined) throw failed("no-registration");
  return method;
}

const clientSchema = z.object({
  client_id: z.string().regex(/^[\x20-\x7e]{1,2048}$/),
  client_secret: z.exactOptional(z.string().regex(/^[\x20-\x7e]{8,4096}$/)),
  client_secret_expires_at: z.exactOptional(z.number()),
  token_endpoint_auth_method: z.exactOptional(z.string()),
});

function readClient(
  answer: unknown,
  wanted: string,
  { clock, holdSecret }: RegisterDeps,
): RegisteredClient {
  const parsed = clientSchema.safeParse(answer);
  if (!parsed.success) throw failed("unreadable");
  const { client_id: clientId, client_secret: secret, ...about } = parsed.data;
  if (isOver(about.client_secret_expires_at, clock.now())) throw failed("clock");
  const clientProof = proofs.get(about.token_endpoint_auth_method ?? wanted);
  if (clientProof === "none") return { clientId, clientProof };
  if (clientProof === undefined || secret === undefined) throw failed("unreadable");
  return { clientId, clientProof, clientSecret: holdSecret(secret) };
}

/** Seconds since 1970, or 0 for never. */
function isOver(end: number | undefined, now: number): boolean {
  return end !== undefined && end > 0 && end * 1_000 <= now;
}

async function post(url: string, { door, isPrivate, signal }: RegisterDeps, body: object) {
  const headers = { "content-type": "application/json", accept: "application/json" };
  try {
    const request = { method: "POST", url, headers, body: JSON.stringify(body), signal };
    const answer = await door(url, isPrivate(new URL(url))).request(request);
    return objectIn(Buffer.from(answer.body).toString("utf8"));
  } catch (error) {
    if (!(error instanceof EgressFailure)) throw error;
    const { status = 0 } = error.details;
    throw failed(status >= 400 && status < 500 ? "no-registration" : "unreachable");
  }
}
