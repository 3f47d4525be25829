import { hash } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";

/** Behavior of a provider. Every member can change while it runs. */
export interface ProviderManners {
  /** Lifetime of access tokens. Undefined: its answers do not state one. */
  endsInSeconds?: number | undefined;
  /** A used refresh token becomes invalid, and its reuse revokes the whole family. */
  rotates: boolean;
  /** Response to token requests instead of a token. Default: none. */
  trouble?:
    | { readonly status: number; readonly error?: string; readonly error_description?: string }
    | undefined;
  /** Overridden members of token responses. Default: none. */
  odd?: Readonly<Record<string, unknown>> | undefined;
  /** The `iss` parameter at the redirect. Default: its own issuer. */
  iss?: string | undefined;
  /** Delays answers until this resolves. Default: no delay. */
  gate?: Promise<void> | undefined;
  /** Whether its metadata announces PKCE with S256. */
  s256: boolean;
  /** The token endpoint in its metadata. Default: the real one. */
  tokenUrl?: string | undefined;
}

/** An OAuth provider: code with PKCE, refresh with rotation, client credentials, revocation. */
export interface TestProvider extends AsyncDisposable {
  readonly issuer: string;
  readonly tokenUrl: string;
  readonly authorizeUrl: string;
  readonly revokeUrl: string;
  readonly manners: ProviderManners;
  /** The requested grant types, in order. */
  readonly asked: readonly string[];
  /** Every token it has granted, of any kind. */
  readonly granted: readonly string[];
  readonly revoked: readonly string[];
  /** Returns whether an access token is valid. */
  readonly isGood: (accessToken: string) => boolean;
  /** Consents as a person would: follows the shown address and the redirect. */
  readonly sayYes: (address: string) => Promise<number>;
}

export const testClient = { id: "toolcourt", secret: "client-secret-4b8e1f" };

interface Grant {
  readonly challenge: string;
  readonly redirectUri: string;
}

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

type State = ReturnType<typeof createState>;

function createState(manners: ProviderManners) {
  const access = new Set<string>();
  const refresh = new Map<string, "good" | "used">();
  const codes = new Map<string, Grant>();
  const asked: string[] = [];
  const granted: string[] = [];
  const revoked: string[] = [];
  const newToken = (kind: string): string => {
    const token = `${kind}-canary-${granted.length}-${hash("sha256", `${kind}${granted.length}`).slice(0, 24)}`;
    granted.push(token);
    return token;
  };
  const grant = (withRefresh: boolean): object => {
    const token = newToken("access");
    access.add(token);
    const next = withRefresh ? newToken("refresh") : undefined;
    if (next !== undefined) refresh.set(next, "good");
    return {
      access_token: token,
      token_type: "Bearer",
      ...(manners.endsInSeconds !== undefined && { expires_in: manners.endsInSeconds }),
      ...(next !== undefined && { refresh_token: next }),
      ...manners.odd,
    };
  };
  return { access, refresh, codes, asked, granted, revoked, grant };
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

async function answer(request: IncomingMessage, scene: Scene): Promise<Answered> {
  const url = new URL(request.url ?? "/", scene.issuer);
  const body = new URLSearchParams(await textOf(request));
  switch (url.pathname) {
    case "/.well-known/openid-configuration":
      return { status: 200, body: metadata(scene) };
    case "/authorize":
      return authorized(url.searchParams, scene);
    case "/token":
      return tokenFor(body, request, scene);
    case "/revoke":
      scene.state.revoked.push(body.get("token") ?? "");
      return { status: 204, body: {} };
    default:
      return { status: 404, body: {} };
  }
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
  };
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
  { state, manners }: Scene,
): Promise<Answered> {
  const type = body.get("grant_type") ?? "";
  state.asked.push(type);
  await manners.gate;
  if (manners.trouble !== undefined) return failed(manners.trouble);
  if (type === "client_credentials") {
    return isClient(request) ? grantedTo(state, false) : failed(wrongClient);
  }
  const isRight = type === "refresh_token" ? refreshed(body, state, manners) : coded(body, state);
  return isRight
    ? grantedTo(state, manners.rotates || type !== "refresh_token")
    : failed(wrongGrant);
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
