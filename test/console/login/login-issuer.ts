import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { createServer, type RequestListener } from "node:http";
import { Provider } from "oidc-provider";
import MemoryAdapter from "oidc-provider/lib/adapters/memory_adapter.js";
import { close, listen } from "../../oauth/listen.ts";
import { createLoginPage } from "./login-page.ts";
import { type RewriteToken, rewriting } from "./rewritten-tokens.ts";

/** How the issuer behaves. Every member can change while it runs. */
export interface LoginManners {
  /** Whether the person declines. */
  denies: boolean;
  /** The audience of access tokens. Default: the resource that is asked for. */
  audience?: string | undefined;
  /** Lifetime of tokens. */
  seconds: number;
  /** Replaces each ID token on its way out. Default: it stays. */
  rewrite?: RewriteToken | undefined;
  /** Replaces each access token on its way out, or is given in its place. Default: it stays. */
  rewriteAccess?: RewriteToken | string | undefined;
}

/** `oidc-provider` with accounts of people, and access tokens that callers can show. */
export interface LoginIssuer extends AsyncDisposable {
  readonly issuer: string;
  readonly jwksUrl: string;
  readonly client: { readonly id: string; readonly secret: string };
  readonly manners: LoginManners;
  /** The parameters of each request for an authorization. */
  readonly asked: readonly URLSearchParams[];
  /** The path of each request. */
  readonly paths: readonly string[];
  /** Every token that left it. */
  readonly issued: readonly string[];
  /** Signs with other keys from now on. Everybody is signed out. */
  readonly rotateKeys: () => void;
  /** What it does not answer. Default: it answers everything. */
  away?: "all" | "keys" | undefined;
}

const client = { id: "toolcourt-console", secret: "console-canary-7d10b3e2" };

/** Opens the issuer on a free loopback port. `host` is how browsers and the gateway name it. */
export async function openLoginIssuer(host = "127.0.0.1"): Promise<LoginIssuer> {
  const server = createServer();
  const { port } = new URL(await listen(server));
  const issuer = `http://${host}:${port}`;
  const manners: LoginManners = { denies: false, seconds: 3_600 };
  const asked: URLSearchParams[] = [];
  const issued: string[] = [];
  const paths: string[] = [];
  const withKeys = (): RequestListener => {
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    return answering(issuer, { privateKey, manners, asked, issued });
  };
  let answer = withKeys();
  const opened: LoginIssuer = {
    issuer,
    jwksUrl: `${issuer}/jwks`,
    client,
    manners,
    asked,
    paths,
    issued,
    rotateKeys: () => {
      answer = withKeys();
    },
    [Symbol.asyncDispose]: () => close(server),
  };
  server.on("request", (request, response) => {
    paths.push(request.url?.split("?")[0] ?? "");
    if (isAway(opened, request.url)) request.socket.destroy();
    else answer(request, response);
  });
  return opened;
}

function isAway({ away }: LoginIssuer, url: string | undefined): boolean {
  return away === "all" || (away === "keys" && url === "/jwks");
}

interface Answering extends Pick<LoginIssuer, "manners"> {
  readonly privateKey: KeyObject;
  readonly asked: URLSearchParams[];
  readonly issued: string[];
}

function answering(issuer: string, parts: Answering): RequestListener {
  const { privateKey, manners, asked, issued } = parts;
  const provider = new Provider(issuer, configurationOf(manners, privateKey));
  const [answer, page] = [provider.callback(), createLoginPage(provider, manners)];
  return (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", issuer);
    if (pathname === "/auth") asked.push(searchParams);
    if (pathname.startsWith("/person/")) page(request, response);
    else if (pathname !== "/token") answer(request, response);
    else answer(request, rewriting(response, { manners, privateKey, issued }));
  };
}

/** A class of our own: the issuer warns of its own memory in every test. */
class Memory extends MemoryAdapter {}

/** Claims of the person who signs in. */
const people: Readonly<Record<string, object>> = {
  olga: { roles: ["all"] },
  nora: { roles: ["all"], tenant: "north" },
};

const daySeconds = 86_400;

function configurationOf(manners: LoginManners, privateKey: KeyObject): object {
  const seconds = (): number => manners.seconds;
  return {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        // Any port of this machine is the same redirect address.
        application_type: "native",
        redirect_uris: ["http://127.0.0.1/console/login/callback"],
      },
    ],
    clientDefaults: { id_token_signed_response_alg: "ES256" },
    cookies: { keys: ["cookies-of-the-test-issuer"] },
    jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), alg: "ES256", use: "sig" }] },
    features: {
      devInteractions: { enabled: false },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_context: unknown, resource: string) => ({
          scope: "mcp",
          audience: manners.audience ?? resource,
          accessTokenFormat: "jwt",
          jwt: { sign: { alg: "ES256" } },
        }),
      },
    },
    extraTokenClaims: (_context: unknown, { accountId }: { readonly accountId: string }) =>
      people[accountId],
    findAccount: (_context: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ sub: accountId }),
    }),
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/person/${uid}` },
    adapter: Memory,
    ttl: {
      AccessToken: seconds,
      IdToken: seconds,
      Grant: daySeconds,
      Interaction: daySeconds,
      Session: daySeconds,
    },
  };
}
