import { timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { TimeoutError, withTimeout } from "@toolcourt/contracts/internal/kernel/with-timeout";
import * as oauth from "oauth4webapi";
import { EgressFailure } from "../egress/egress-failure.ts";
import type { Secret } from "../secrets/secret.ts";
import { authorizationAddress, checkAnswer } from "./authorization-request.ts";
import { failed } from "./discover.ts";
import { type Granted, UnreadableGrant } from "./granted.ts";
import type { ProviderClient } from "./provider.ts";
import type { Provider } from "./settings.ts";

export interface AuthorizeDeps extends Pick<Runtime, "clock" | "randomBytes"> {
  readonly client: Pick<ProviderClient, "ask">;
}

/** Our client at a provider, and its secret if it has one. */
export interface ProviderLogin {
  readonly provider: Provider;
  readonly clientSecret?: Secret;
}

interface Showing {
  /** Port of the redirect listener. 0 selects any free port. */
  readonly port: number;
  /** Shows the authorization address to the person. */
  readonly show: (text: string) => void;
  readonly signal: AbortSignal;
}

export interface Authorization extends ProviderLogin, Showing {}

export type Authorize = (authorization: Authorization) => Promise<Granted>;

export interface SigningIn extends Showing {
  /** Returns the client for this redirect URI. Many providers compare it with its port. */
  readonly clientFor: (redirectUri: string) => Promise<ProviderLogin>;
}

export interface SignedIn extends ProviderLogin {
  readonly granted: Granted;
}

export type SignIn = (signing: SigningIn) => Promise<SignedIn>;

const timeoutMs = 5 * 60_000;

/** Creates the authorization by a person at a provider where our client is known. */
export function createAuthorize(deps: AuthorizeDeps): Authorize {
  const signIn = createSignIn(deps);
  return async ({ port, show, signal, ...login }) =>
    (await signIn({ clientFor: async () => login, port, show, signal })).granted;
}

/**
 * Creates the authorization by a person: authorization code with PKCE (S256), state, and an exact
 * redirect.
 */
export function createSignIn(deps: AuthorizeDeps): SignIn {
  const { client, clock, randomBytes } = deps;
  const random = (): string => Buffer.from(randomBytes(32)).toString("base64url");

  return async ({ clientFor, port, show, signal }) => {
    const [state, verifier] = [random(), random()];
    await using listener = await openRedirectListener(port, (answer) => hasState(answer, state));
    const { redirectUri } = listener;
    const login = await clientFor(redirectUri);
    const { provider, clientSecret } = login;
    if (provider.authorizeUrl === undefined) throw failed("unreadable");
    const challenge = await oauth.calculatePKCECodeChallenge(verifier);
    const asking = { redirectUri, state, challenge };
    show(
      `Open this address in a browser and grant access there:\n${authorizationAddress(provider, asking)}`,
    );
    const answer = await withTimeout({ clock, ms: timeoutMs, signal }, () => listener.answer).catch(
      (error: unknown) => {
        throw error instanceof TimeoutError ? failed("too-late") : error;
      },
    );
    const code = { kind: "code", answer: checked(provider, answer, state), redirectUri, verifier };
    const rest = { signal, ...(clientSecret !== undefined && { clientSecret }) };
    const granted = await client
      .ask(provider, { ...code, kind: "code" }, rest)
      .catch((error: unknown) => {
        throw troubleOf(error);
      });
    return { ...login, granted };
  };
}

function hasState(answer: URLSearchParams, state: string): boolean {
  const [given, ...others] = answer.getAll("state").map((text) => Buffer.from(text));
  const wanted = Buffer.from(state);
  if (given?.length !== wanted.length || others.length > 0) return false;
  return timingSafeEqual(given, wanted);
}

/** Validates an answer, and says why it is no authorization. */
function checked(provider: Provider, answer: URLSearchParams, state: string): URLSearchParams {
  if (answer.has("iss") && provider.issuer === undefined) throw failed("no-issuer");
  const found = checkAnswer(provider, answer, state);
  if (found.kind === "foreign") throw failed("issuer");
  if (found.kind === "refused") throw failed(denialOf(found.error));
  return found.answer;
}

export function troubleOf(error: unknown): unknown {
  if (error instanceof UnreadableGrant) return failed("unreadable");
  if (!(error instanceof EgressFailure)) return error;
  const { status = 0, code } = error.details;
  return failed(status >= 400 && status < 500 ? denialOf(code) : "unreachable");
}

function denialOf(code: string | undefined): "scope" | "denied" {
  return code === "invalid_scope" ? "scope" : "denied";
}

/** Waits on this machine for the browser to return from the provider. */
export interface RedirectListener extends AsyncDisposable {
  /** The exact redirect URI, to the last character. */
  readonly redirectUri: string;
  /** The first accepted answer. Other requests are refused without effect. */
  readonly answer: Promise<URLSearchParams>;
}

const path = "/callback";
const address = "127.0.0.1";

/** Accepts the answer that `isOurs` approves. Listens on loopback only, while open. */
async function openRedirectListener(
  port: number,
  isOurs: (answer: URLSearchParams) => boolean,
): Promise<RedirectListener> {
  const taken = Promise.withResolvers<URLSearchParams>();
  let isTaken = false;
  const server = createServer((request, response) => {
    const answer = answerIn(request, hostOf(server));
    if (answer === undefined) return reply(response, 404, "There is nothing here.");
    if (isTaken || !isOurs(answer)) {
      return reply(response, 400, "This is not the expected answer.");
    }
    isTaken = true;
    taken.resolve(answer);
    return reply(response, 200, "You can close this window and go back to the terminal.");
  });
  await listening(server, port);
  return {
    redirectUri: `http://${hostOf(server)}${path}`,
    answer: taken.promise,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

/** Checks the Host header: a foreign page could reach us under another name (DNS rebinding). */
function answerIn({ method, url, headers }: IncomingMessage, host: string) {
  if (method !== "GET" || headers.host !== host) return undefined;
  const asked = URL.parse(url ?? "", `http://${host}`);
  return asked?.pathname === path && asked.host === host ? asked.searchParams : undefined;
}

function reply(response: ServerResponse, status: number, text: string): void {
  response
    .writeHead(status, {
      "content-type": "text/plain; charset=utf-8",
      "content-security-policy": "default-src 'none'",
      "referrer-policy": "no-referrer",
      "cache-control": "no-store",
      connection: "close",
    })
    .end(`${text}\n`);
}

function hostOf(server: Server): string {
  const bound = server.address();
  return `${address}:${typeof bound === "object" && bound !== null ? bound.port : 0}`;
}

function listening(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", () => reject(failed("listener")));
    server.listen(port, address, resolve);
  });
}
