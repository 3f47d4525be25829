import type { Problem } from "@toolcourt/contracts/internal/documents/problems";
import { isLoopback } from "@toolcourt/contracts/internal/kernel/loopback";
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import { z } from "zod";
import { entries, isText, problem } from "./entries.ts";
import { fullText, keysAndValues, listOf, nameOf, trueOrFalse, webAddress } from "./pieces.ts";
import { type Environment, expanded, expandVariables } from "./variables.ts";

const login = z.strictObject(
  {
    issuer: fullText,
    client_id: fullText,
    client_secret: z.exactOptional(fullText),
    scopes: z.exactOptional(listOf(nameOf("the name of a scope"), "scopes")),
    authorize_url: z.exactOptional(webAddress),
    token_url: z.exactOptional(webAddress),
  },
  keysAndValues,
);

/** Whether `serve` also serves the console, and where people sign in to it. */
export const consoleSchema = z.strictObject(
  { enabled: trueOrFalse.default(false), login: z.exactOptional(login) },
  keysAndValues,
);

export interface ConsoleConfig {
  readonly enabled: boolean;
  /** Default: people sign in with a key, or with a link on this machine. */
  readonly login?: LoginConfig;
}

/** Our client at one of the issuers that callers' tokens are from. */
export interface LoginConfig {
  readonly issuer: string;
  readonly clientId: string;
  /** Default: a public client, which PKCE alone protects. */
  readonly clientSecret?: string;
  /** Default: `openid` and the scopes that callers need. */
  readonly scopes?: readonly string[];
  /** Default: those that the issuer publishes. */
  readonly endpoints?: { readonly authorizeUrl: string; readonly tokenUrl: string };
}

export function toConsole(
  { enabled, login: file }: z.output<typeof consoleSchema>,
  environment: Environment,
): ConsoleConfig {
  return file === undefined ? { enabled } : { enabled, login: toLogin(file, environment) };
}

function toLogin(file: z.output<typeof login>, environment: Environment): LoginConfig {
  const { issuer, client_id: clientId, client_secret: secret, scopes } = file;
  const { authorize_url: authorizeUrl, token_url: tokenUrl } = file;
  return {
    issuer,
    clientId,
    ...(secret !== undefined && { clientSecret: expanded(secret, environment) }),
    ...(scopes !== undefined && { scopes }),
    ...(authorizeUrl !== undefined &&
      tokenUrl !== undefined && {
        endpoints: { authorizeUrl: authorizeUrl.href, tokenUrl: tokenUrl.href },
      }),
  };
}

/** Where the console is reached. */
export interface ConsolePlace {
  readonly host: string;
  /** Our own address, as callers know it. Undefined without `server.auth`. */
  readonly resource: string | undefined;
}

/** Beyond this machine, a session must not travel over plain HTTP. */
export function mayServeConsole({ host, resource }: ConsolePlace): boolean {
  return isLoopback(host) || resource?.startsWith("https://") === true;
}

export function* consoleProblems(file: JsonObject, environment: Environment): Generator<Problem> {
  const section = own(file, "console");
  if (!isJsonObject(section)) return;
  const server = own(file, "server");
  const given = own(section, "login");
  if (isJsonObject(given)) {
    const auth = isJsonObject(server) ? own(server, "auth") : undefined;
    yield* loginProblems(given, isJsonObject(auth) ? auth : {}, environment);
  }
  if (own(section, "enabled") === true && isJsonObject(server)) yield* placeProblems(server);
}

function* placeProblems(server: JsonObject): Generator<Problem> {
  const host = own(server, "host");
  const auth = own(server, "auth");
  const given = isJsonObject(auth) ? own(auth, "resource") : undefined;
  const resource = isText(given) ? given.toLowerCase() : undefined;
  if (!isText(host) || mayServeConsole({ host, resource })) return;
  const message =
    "Beyond this machine the console needs an https `server.auth.resource`: set one, or listen on 127.0.0.1.";
  yield problem(["console", "enabled"], message);
}

const at = ["console", "login"];

/** The policy knows people by tokens of trusted issuers, so no other issuer can sign them in. */
function* loginProblems(
  given: JsonObject,
  auth: JsonObject,
  environment: Environment,
): Generator<Problem> {
  const issuer = own(given, "issuer");
  const trusted = entries(auth, ["server", "auth"], "issuers").map(({ value }) =>
    own(value, "issuer"),
  );
  if (isText(issuer) && !trusted.includes(issuer)) {
    const message = "No entry of `server.auth.issuers` has this issuer, to the letter: add one.";
    yield problem([...at, "issuer"], message);
  }
  const scopes = own(given, "scopes");
  if (scopes !== undefined && isJsonArray(scopes) && !scopes.includes("openid")) {
    yield problem([...at, "scopes"], "Without `openid` the issuer does not say who signed in.");
  }
  yield* addressProblems(given);
  yield* secretProblems(own(given, "client_secret"), environment);
}

function* addressProblems(given: JsonObject): Generator<Problem> {
  const [authorize, token] = [own(given, "authorize_url"), own(given, "token_url")];
  if ((authorize === undefined) !== (token === undefined)) {
    const missing = authorize === undefined ? "authorize_url" : "token_url";
    yield problem([...at, missing], "Name both `authorize_url` and `token_url`, or none.");
  }
  // The issuer is asked for its endpoints only where they are not named.
  const keys = authorize === undefined ? ["issuer", "token_url"] : ["authorize_url", "token_url"];
  for (const key of keys) {
    const address = own(given, key);
    if (!isText(address) || isSafe(address)) continue;
    const message = "Expected an https address: plain HTTP would expose the sign-in.";
    yield problem([...at, key], message);
  }
}

/** Traffic on this machine itself cannot be intercepted. */
function isSafe(address: string): boolean {
  const url = URL.parse(address);
  if (url?.protocol !== "http:") return url?.protocol === "https:";
  return isLoopback(url.hostname.replace(/^\[(.*)\]$/, "$1"));
}

function* secretProblems(
  secret: JsonValue | undefined,
  environment: Environment,
): Generator<Problem> {
  if (!isText(secret)) return;
  const expansion = expandVariables(secret, environment);
  const path = [...at, "client_secret"];
  if (expansion.kind === "refused") yield problem(path, expansion.problem);
  else if (!/^[ -~]+$/.test(expansion.text)) {
    yield problem(path, "A client secret has only visible ASCII characters.");
  }
}
