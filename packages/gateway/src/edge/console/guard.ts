import type { IncomingMessage } from "node:http";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { ConsolePlace } from "./place.ts";
import type { ConsoleSession, ConsoleSessions, SessionHalves } from "./sessions.ts";

/** The header with the half of a session that only the page has. */
const halfHeader = "x-toolcourt-console";
/** Sent with what the page asks by itself without a person who uses it. */
const unattendedHeader = "x-toolcourt-unattended";

/**
 * Requires that the console's own page sent the request: `Sec-Fetch-Site`, `Origin` for anything but
 * GET, and JSON for a body. Throws a `Refusal`.
 */
export function requireOwnPage(
  { headers, method }: IncomingMessage,
  { origins }: ConsolePlace,
): void {
  if (headers["sec-fetch-site"] !== "same-origin") throw refusals.site;
  const { origin } = headers;
  const isOwn = origin === undefined ? method === "GET" : origins.includes(origin);
  if (!isOwn) throw refusals.origin;
  const hasBody = headers["transfer-encoding"] !== undefined || hasLength(headers);
  if (hasBody && !/^application\/json\s*(?:;|$)/i.test(headers["content-type"] ?? "")) {
    throw refusals.type;
  }
}

/**
 * The guard of every request below `/console/api/`, before it is routed: our own page, with both
 * halves of a session. A cookie goes to every port of a host, so it is no proof by itself.
 */
export function requireSession(
  request: IncomingMessage,
  place: ConsolePlace,
  sessions: Pick<ConsoleSessions, "find">,
): ConsoleSession {
  requireOwnPage(request, place);
  const halves = halvesIn(request, place);
  const isAttended = request.headers[unattendedHeader] === undefined;
  const session = halves && sessions.find(halves, isAttended);
  if (session === undefined) throw refusals.session;
  return session;
}

function halvesIn(request: IncomingMessage, place: ConsolePlace): SessionHalves | undefined {
  const cookie = cookieIn(request, place);
  const header = request.headers[halfHeader];
  return cookie === undefined || typeof header !== "string" ? undefined : { cookie, header };
}

/** Names the cookie of one gateway: others on this machine may be reached by the same host. */
export function cookieName({ port }: ConsolePlace): string {
  return `__Host-toolcourt-${port}`;
}

/** Returns the cookie of the session. */
export function cookieIn(request: IncomingMessage, place: ConsolePlace): string | undefined {
  return cookieNamed(request, cookieName(place));
}

/** Returns the value of a cookie. Undefined if it is missing, or sent more than once. */
export function cookieNamed({ headers }: IncomingMessage, name: string): string | undefined {
  const begin = `${name}=`;
  const found = (headers.cookie ?? "")
    .split(";")
    .map((each) => each.trim())
    .filter((each) => each.startsWith(begin));
  return found.length === 1 ? found[0]?.slice(begin.length) : undefined;
}

function hasLength(headers: IncomingMessage["headers"]): boolean {
  return headers["content-length"] !== undefined && headers["content-length"] !== "0";
}

const refusals = {
  site: new Refusal("console-refused", { because: "site" }),
  origin: new Refusal("console-refused", { because: "origin" }),
  type: new Refusal("request-invalid", { because: "type" }),
  session: new Refusal("console-refused", { because: "session" }),
} as const;
