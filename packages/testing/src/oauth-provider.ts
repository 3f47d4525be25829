import { hash } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import { exchangedAs, isSignedBy } from "./provider-grants.ts";
import type { ProviderManners } from "./provider-manners.ts";
import { createState, type State } from "./provider-state.ts";

/** An OAuth provider: code with PKCE, refresh with rotation, client credentials, revocation. */
export interface TestProvider extends AsyncDisposable {
  readonly issuer: string;
  readonly tokenUrl: string;
  readonly authorizeUrl: string;
  readonly revokeUrl: string;
  readonly manners: ProviderManners;
  /** The requested grant types, in order. */
  readonly asked: readonly string[];
  /** The registrations of clients, as requested. */
  readonly registered: readonly Readonly<Record<string, unknown>>[];
  /** The parameters of authorizations and token requests, in order. */
  readonly requested: readonly Readonly<Record<string, string>>[];
  /** Every token it has granted, of any kind. */
  readonly granted: readonly string[];
  readonly revoked: readonly string[];
  /** Returns whether an access token is valid. */
  readonly isGood: (accessToken: string) => boolean;
  /** Consents as a person would: follows the shown address and the redirect. */
  readonly sayYes: (address: string) => Promise<number>;
}

export const testClient = { id: "toolcourt", secret: "client-secret-4b8e1f" };

const testDevice = { code: "device-canary-5f0a", shown: "WDJB-MJHT" };

export async function openOAuthProvider(): Promise<TestProvider> {
  const manners: ProviderManners = { rotates: true, s256: true, endsInSeconds: 3_600 };
  const state = createState(manners);
  const server = createServer((request, response) => {
    answer(request, { state, manners, issuer: issuerOf() }).then(
      ({ status, body, location }) => {
        const headers = { "content-type": "application/json", ...(location && { location }) };
        return response.writeHead(status, headers).end(JSON.stringify(body));
      },
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const issuerOf = (): string => {
    const address = server.address();
    return `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
  };
  const issuer = issuerOf();
  return {
    issuer,
    tokenUrl: `${issuer}/token`,
    authorizeUrl: `${issuer}/authorize`,
    revokeUrl: `${issuer}/revoke`,
    manners,
    asked: state.asked,
    registered: state.registered,
    requested: state.requested,
    granted: state.granted,
    revoked: state.revoked,
    isGood: (token) => state.access.has(token),
    sayYes: async (address) => {
      const yes = await fetch(address, { redirect: "manual" });
      const back = await fetch(yes.headers.get("location") ?? "about:blank");
      return back.status;
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

interface Scene {
  readonly state: State;
  readonly manners: ProviderManners;
  readonly issuer: string;
}

interface Answered {
  readonly status: number;
  readonly body: object;
  readonly location?: string;
}

interface Asked {
  readonly request: IncomingMessage;
  readonly query: URLSearchParams;
  readonly text: string;
  readonly body: URLSearchParams;
}

type Answering = (asked: Asked, scene: Scene) => Answered | Promise<Answered>;

const answers: ReadonlyMap<string, Answering> = new Map<string, Answering>([
  [
    "/.well-known/openid-configuration",
    (_asked, scene) => ({ status: 200, body: metadata(scene) }),
  ],
  ["/register", ({ text }, scene) => registration(text, scene)],
  ["/authorize", ({ query }, scene) => authorized(noted(query, scene), scene)],
  ["/token", ({ body, request }, scene) => tokenFor(noted(body, scene), request, scene)],
  ["/device", ({ body }, scene) => deviceCodes(noted(body, scene), scene)],
  [
    "/revoke",
    ({ body }, { state }) => {
      state.revoked.push(body.get("token") ?? "");
      return { status: 204, body: {} };
    },
  ],
]);

function noted(parameters: URLSearchParams, { state }: Scene): URLSearchParams {
  state.requested.push(Object.fromEntries(parameters));
  return parameters;
}

async function answer(request: IncomingMessage, scene: Scene): Promise<Answered> {
  const { pathname, searchParams: query } = new URL(request.url ?? "/", scene.issuer);
  const text = await textOf(request);
  const location = scene.manners.redirects?.[pathname];
  if (location !== undefined) return { status: 307, body: {}, location };
  const asked = { request, query, text, body: new URLSearchParams(text) };
  return answers.get(pathname)?.(asked, scene) ?? { status: 404, body: {} };
}

function metadata({ issuer, manners }: Scene): object {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: manners.tokenUrl ?? `${issuer}/token`,
    revocation_endpoint: `${issuer}/revoke`,
    response_types_supported: ["code"],
    code_challenge_methods_supported: manners.s256 ? ["S256"] : ["plain"],
    authorization_response_iss_parameter_supported: true,
    ...manners.said,
  };
}

/** Registers a client (RFC 7591) with a secret, unless it wants none. */
function registration(text: string, { state, manners }: Scene): Answered {
  const wanted: unknown = JSON.parse(text);
  const given = { ...(typeof wanted === "object" && wanted) };
  state.registered.push(given);
  const client = { client_id: testClient.id, client_secret: testClient.secret };
  return { status: 201, body: { ...given, ...client, ...manners.client } };
}

function authorized(asked: URLSearchParams, { state, manners, issuer }: Scene): Answered {
  const code = `code-${state.codes.size}`;
  const redirectUri = asked.get("redirect_uri") ?? "";
  if (asked.get("code_challenge_method") !== "S256") return { status: 400, body: {} };
  state.codes.set(code, { challenge: asked.get("code_challenge") ?? "", redirectUri });
  const back = new URL(redirectUri);
  back.searchParams.set("code", code);
  back.searchParams.set("state", asked.get("state") ?? "");
  back.searchParams.set("iss", manners.iss ?? issuer);
  return { status: 302, body: {}, location: back.href };
}

async function tokenFor(
  body: URLSearchParams,
  request: IncomingMessage,
  scene: Scene,
): Promise<Answered> {
  const { state, manners } = scene;
  const type = body.get("grant_type") ?? "";
  state.asked.push(type);
  await manners.gate;
  const trouble = manners.trouble ?? pendingOf(type, manners);
  if (trouble !== undefined) return failed(trouble);
  if (!(await isAuthentic(body, request, scene))) return failed(wrongClient);
  if (!isGranted(body, state, manners)) return failed(wrongGrant);
  if (type.endsWith(":token-exchange")) {
    return { status: 200, body: { ...exchangedAs(body, state.grant(false)), ...manners.odd } };
  }
  return grantedTo(state, hasRefresh(type, manners));
}

/** Checks the client. A client without a key is checked only if it acts for itself. */
async function isAuthentic(
  body: URLSearchParams,
  request: IncomingMessage,
  { state, manners: { clientKey }, issuer }: Scene,
): Promise<boolean> {
  if (clientKey !== undefined) {
    const known = { clientId: testClient.id, issuer, used: state.assertions };
    return isSignedBy(clientKey, body, known);
  }
  return body.get("grant_type") !== "client_credentials" || isClient(request);
}

function hasRefresh(type: string, { rotates }: ProviderManners): boolean {
  if (type === "client_credentials" || type.endsWith(":jwt-bearer")) return false;
  return rotates || type !== "refresh_token";
}

function pendingOf(type: string, { pending }: ProviderManners): ProviderManners["trouble"] {
  const error = type.endsWith(":device_code") ? pending?.shift() : undefined;
  return error === undefined ? undefined : { status: 400, error };
}

function isGranted(body: URLSearchParams, state: State, manners: ProviderManners): boolean {
  const type = body.get("grant_type") ?? "";
  const judges: ReadonlyMap<string, () => boolean | undefined> = new Map([
    ["client_credentials", () => true],
    ["refresh_token", () => refreshed(body, state, manners)],
    ["authorization_code", () => coded(body, state)],
    ["token-exchange", () => manners.exchanges?.(body.get("subject_token") ?? "")],
    ["jwt-bearer", () => manners.accepts?.(body.get("assertion") ?? "")],
    ["device_code", () => body.get("device_code") === testDevice.code],
  ]);
  return judges.get(type.replace(/^.*:/, ""))?.() === true;
}

function deviceCodes(_asked: URLSearchParams, { issuer, manners }: Scene): Answered {
  const { code: device_code, shown: user_code } = testDevice;
  const codes = { device_code, user_code, expires_in: 600, interval: 2 };
  const body = { ...codes, verification_uri: `${issuer}/activate`, ...manners.device };
  return { status: 200, body };
}

const wrongGrant = { status: 400, error: "invalid_grant" };
const wrongClient = { status: 401, error: "invalid_client" };

function grantedTo(state: State, withRefresh: boolean): Answered {
  return { status: 200, body: state.grant(withRefresh) };
}

function failed({ status, ...body }: NonNullable<ProviderManners["trouble"]>): Answered {
  return { status, body };
}

/** Checks the client's credentials. Both parts are form-encoded (RFC 6749, 2.3.1). */
function isClient({ headers }: IncomingMessage): boolean {
  const basic = Buffer.from(headers.authorization?.replace(/^Basic /, "") ?? "", "base64");
  const [id, secret] = basic.toString("utf8").split(":").map(decodeURIComponent);
  return id === testClient.id && secret === testClient.secret;
}

/** Grants a refresh. A reused refresh token counts as stolen, so its whole family ends. */
function refreshed(
  body: URLSearchParams,
  { refresh, access }: State,
  { rotates }: ProviderManners,
): boolean {
  const token = body.get("refresh_token") ?? "";
  const standing = refresh.get(token);
  if (standing === "used") {
    refresh.clear();
    access.clear();
  }
  if (standing !== "good") return false;
  if (rotates) refresh.set(token, "used");
  return true;
}

function coded(body: URLSearchParams, { codes }: State): boolean {
  const grant = codes.get(body.get("code") ?? "");
  codes.delete(body.get("code") ?? "");
  const challenge = hash("sha256", body.get("code_verifier") ?? "", "base64url");
  return grant?.challenge === challenge && grant.redirectUri === body.get("redirect_uri");
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text;
}
