import type { IncomingMessage, ServerResponse } from "node:http";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { type JsonObject, own } from "@toolcourt/sdk";
import { bodyOf } from "../admin/approval-requests.ts";
import type { TakeRequest } from "../callers.ts";
import { clientOf } from "../named-proxies.ts";
import type { SingleUseCodes } from "./codes.ts";
import { cookieIn, cookieName, requireOwnPage, requireSession } from "./guard.ts";
import type { ConsolePlace } from "./place.ts";
import { type ConsoleSessions, idleMinutes, type SessionOwner } from "./sessions.ts";

export interface SignInDeps {
  readonly sessions: ConsoleSessions;
  readonly codes: SingleUseCodes;
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

/** Opens or ends a session, and returns what the page learns of it. Throws a `Refusal`. */
export async function answerSession(
  deps: SignInDeps,
  request: IncomingMessage,
  at: { readonly place: ConsolePlace; readonly response: ServerResponse },
): Promise<JsonObject> {
  if (request.method === "POST") return signIn(deps, request, at);
  if (request.method === "DELETE") return signOut(deps, request, at);
  throw new Refusal("request-invalid", { because: "method", allow: "POST, DELETE" });
}

type At = Parameters<typeof answerSession>[2];

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
  response.setHeader("set-cookie", cookieOf(place, opened.cookie));
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
  if (typeof code === "string") return operatorBy(code, deps, { place, request });
  if (typeof key !== "string") throw refusals.body;
  const owner = await deps.ownerOf?.(key, clientOf(request));
  if (owner === undefined) throw refusals.key;
  return owner;
}

function operatorBy(
  code: string,
  { codes, operator }: SignInDeps,
  {
    place: { local },
    request,
  }: { readonly place: ConsolePlace; readonly request: IncomingMessage },
): SessionOwner {
  // The code stays valid: it was opened by the name of a proxy, and works without it.
  if (local === undefined || request.headers.origin !== local) throw refusals.place;
  if (!codes.redeem(code)) throw refusals.code;
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
