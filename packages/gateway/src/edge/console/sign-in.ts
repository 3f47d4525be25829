import type { IncomingMessage, ServerResponse } from "node:http";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { type JsonObject, own } from "@toolcourt/sdk";
import { bodyOf } from "../admin/approval-requests.ts";
import type { TakeRequest } from "../callers.ts";
import { clientOf } from "../named-proxies.ts";
import type { SingleUseCodes } from "./codes.ts";
import { cookieIn, cookieName, requireOwnPage, requireSession } from "./guard.ts";
import { type ConsoleLogin, loginCookieEnded } from "./login.ts";
import type { ConsolePlace } from "./place.ts";
import { type ConsoleSessions, idleMinutes, type SessionOwner } from "./sessions.ts";

export interface SignInDeps {
  readonly sessions: ConsoleSessions;
  readonly codes: SingleUseCodes<"operator">;
  /** Signs people in at an issuer. Default: they have a key or a link. */
  readonly login?: ConsoleLogin | undefined;
  /** `operator:` and the login name of the operator. */
  readonly operator: string;
  /** Returns the holder of a key. Undefined if there is none. Default: callers have no keys. */
  readonly ownerOf?: OwnerOfKey | undefined;
  /** Counts attempts to sign in, by the address of the client. */
  readonly takeAttempt: TakeRequest;
}

/** The address of the client is for the log of refused keys. */
export type OwnerOfKey = (
  key: string,
  client: string | undefined,
) => Promise<SessionOwner | undefined>;

/** Opens or ends a session, or says how to open one. Throws a `Refusal`. */
export async function answerSession(
  deps: SignInDeps,
  request: IncomingMessage,
  at: { readonly place: ConsolePlace; readonly response: ServerResponse },
): Promise<JsonObject> {
  if (request.method === "GET") return waysIn(deps, request, at);
  if (request.method === "POST") return signIn(deps, request, at);
  if (request.method === "DELETE") return signOut(deps, request, at);
  throw new Refusal("request-invalid", { because: "method", allow: "GET, POST, DELETE" });
}

type At = Parameters<typeof answerSession>[2];

/** Says nothing that the gateway does not publish already: who issues its tokens. */
function waysIn({ login }: SignInDeps, request: IncomingMessage, { place }: At): JsonObject {
  requireOwnPage(request, place);
  return { login: login === undefined ? null : { host: login.host } };
}

async function signIn(
  deps: SignInDeps,
  request: IncomingMessage,
  { place, response }: At,
): Promise<JsonObject> {
  requireOwnPage(request, place);
  // After the page was checked: no other page can use the attempts up.
  const taken = await deps.takeAttempt(clientOf(request) ?? "");
  if (!taken.taken) throw refusals.often;
  const owner = await ownerIn(deps, request, place);
  // Always new halves: a cookie that was planted before is worth nothing.
  const opened = deps.sessions.open(owner, cookieIn(request, place));
  const { login } = deps;
  const ended = login === undefined ? [] : [loginCookieEnded(place)];
  response.setHeader("set-cookie", [cookieOf(place, opened.cookie), ...ended]);
  const { principal, expiresAt } = opened.session;
  const { id, tenant } = principal;
  return {
    half: opened.header,
    principal: { id, ...(tenant !== undefined && { tenant }) },
    expiresAt: new Date(expiresAt).toISOString(),
    idleMinutes,
  };
}

function signOut(
  { sessions }: SignInDeps,
  request: IncomingMessage,
  { place, response }: At,
): JsonObject {
  requireSession(request, place, sessions);
  sessions.endAll(cookieIn(request, place) ?? "");
  response.setHeader("set-cookie", `${cookieOf(place, "")}; Max-Age=0`);
  return {};
}

/** Lasts as long as the browser: the gateway ends sessions by itself. */
function cookieOf(place: ConsolePlace, value: string): string {
  return `${cookieName(place)}=${value}; Path=/; Secure; HttpOnly; SameSite=Strict`;
}

const maxBodyBytes = 4_096;
const expected = '{"code": "…"} or {"key": "…"}';

async function ownerIn(
  deps: SignInDeps,
  request: IncomingMessage,
  place: ConsolePlace,
): Promise<SessionOwner> {
  const body = (await bodyOf(request, maxBodyBytes)) ?? {};
  const [code, key] = [own(body, "code"), own(body, "key")];
  if (Object.keys(body).length !== 1) throw refusals.body;
  if (typeof code === "string") return ownerBy(code, deps, { place, request });
  if (typeof key !== "string") throw refusals.body;
  const owner = await deps.ownerOf?.(key, clientOf(request));
  if (owner === undefined) throw refusals.key;
  return owner;
}

interface Asked {
  readonly place: ConsolePlace;
  readonly request: IncomingMessage;
}

/** A code is one of a login at an issuer, or of a link of the operator. */
function ownerBy(code: string, deps: SignInDeps, asked: Asked): SessionOwner {
  const { request, place } = asked;
  return deps.login?.redeem(code, request, place) ?? operatorBy(code, deps, asked);
}

function operatorBy(
  code: string,
  { codes, operator, login }: SignInDeps,
  { place: { local }, request }: Asked,
): SessionOwner {
  // The code stays valid: it was opened by the name of a proxy, and works without it.
  if (local === undefined || request.headers.origin !== local) {
    // There a code can only be one of a login.
    throw login === undefined ? refusals.place : refusals.code;
  }
  if (codes.redeem(code) === undefined) throw refusals.code;
  const principal = { id: operator, permissions: "all", kind: "local" } as const;
  return { principal, endsAt: Number.POSITIVE_INFINITY };
}

const refusals = {
  often: new Refusal("console-refused", { because: "often" }),
  place: new Refusal("console-refused", { because: "place" }),
  code: new Refusal("console-refused", { because: "code" }),
  key: new Refusal("console-refused", { because: "key" }),
  body: new Refusal("request-invalid", { because: "body", expected }),
} as const;
