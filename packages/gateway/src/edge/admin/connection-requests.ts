import type { IncomingMessage } from "node:http";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { type JsonValue, own } from "@toolcourt/sdk";
import type { Token } from "../../boundary/connections/connection-desk.ts";
import { isExpiring, statusOf } from "../../boundary/connections/shown-connection.ts";
import type { StoredConnection } from "../../stores/connection-store.ts";
import { bodyOf, readQuery, wishFor } from "./approval-requests.ts";
import { matcherOf } from "./match-route.ts";

/** A request about connections. */
export type ConnectionAsk =
  | { readonly kind: "list"; readonly page: ConnectionPage }
  | { readonly kind: "show" | "test" | "revoke" | "token"; readonly id: string };

interface ConnectionRoute {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly kind: ConnectionAsk["kind"];
}

const root = "/admin/v1/connections";

/** All paths of connections. Public: never renamed, never reused. */
export const connectionRoutes: readonly ConnectionRoute[] = [
  { method: "GET", path: root, kind: "list" },
  { method: "GET", path: `${root}/{id}`, kind: "show" },
  { method: "POST", path: `${root}/{id}/test`, kind: "test" },
  { method: "POST", path: `${root}/{id}/revoke`, kind: "revoke" },
  { method: "POST", path: `${root}/{id}/token`, kind: "token" },
];

const match = matcherOf(connectionRoutes);

export function isAboutConnections({ url = "" }: IncomingMessage): boolean {
  return /^\/admin\/v1\/connections(?:[/?]|$)/.test(url);
}

/** Determines the request from the path and the method alone. */
export function connectionAskIn({ url = "", method }: IncomingMessage): ConnectionAsk {
  const [path = "", ...queries] = url.split("?");
  const { route, parts } = match(path, method);
  const { kind } = route;
  if (queries.length > (kind === "list" ? 1 : 0)) {
    throw new Refusal("request-invalid", { because: "query" });
  }
  return kind === "list" ? { kind, page: pageIn(queries.join("")) } : { kind, id: parts.join("") };
}

const states = ["active", "expiring", "expired", "revoked"] as const;
type State = (typeof states)[number];

/** The requested part of the list. */
export interface ConnectionPage {
  /** Default: all. */
  readonly state?: State;
  readonly max: number;
  /** The last one shown. Default: the list begins. */
  readonly behind?: Pick<StoredConnection, "createdAt" | "id">;
}

const maxListed = 100;
const expectedQuery = `state (${states.join(", ")}), limit (1 to ${maxListed}) and cursor, each once`;

const wishes = new Map<string, (value: string) => Partial<ConnectionPage> | undefined>([
  ["state", wishFor(states)],
  [
    "limit",
    (value) => {
      const max = /^\d{1,3}$/.test(value) ? Number(value) : 0;
      return max >= 1 && max <= maxListed ? { max } : undefined;
    },
  ],
  [
    "cursor",
    (value) => {
      const [, at, id] = /^(\d{1,15})-([A-Za-z\d][\w.-]{0,63})$/.exec(value) ?? [];
      return id === undefined ? undefined : { behind: { createdAt: Number(at), id } };
    },
  ],
]);

function pageIn(query: string): ConnectionPage {
  const wanted = readQuery<Partial<ConnectionPage>>(query, wishes);
  if (wanted === undefined) {
    throw new Refusal("request-invalid", { because: "query", expected: expectedQuery });
  }
  return { max: 50, ...wanted };
}

/** A page of a list, the newest first, and the cursor of the next one. */
export interface Paged {
  readonly shown: readonly StoredConnection[];
  readonly next: string | undefined;
}

export function pageOf(
  all: readonly StoredConnection[],
  { state, max, behind }: ConnectionPage,
  now: number,
): Paged {
  const wanted = all
    .filter((each) => state === undefined || isIn(each, state, now))
    .toSorted((one, other) => compare(other, one))
    .filter((each) => behind === undefined || compare(each, behind) < 0);
  const shown = wanted.slice(0, max);
  const last = wanted.length > max ? shown.at(-1) : undefined;
  return { shown, next: last && `${last.createdAt}-${last.id}` };
}

function isIn(stored: StoredConnection, state: State, now: number): boolean {
  return state === "expiring" ? isExpiring(stored, now) : statusOf(stored, now) === state;
}

type Position = Pick<StoredConnection, "createdAt" | "id">;

function compare(one: Position, other: Position): number {
  if (one.createdAt !== other.createdAt) return one.createdAt - other.createdAt;
  return one.id === other.id ? 0 : one.id < other.id ? -1 : 1;
}

const maxBodyBytes = 128 * 1024;
const expectedToken =
  '{"token": "…"}, 8 to 65536 plain characters, at least 5 different ones and no space at an end, and, if known, "expiresAt" such as 2026-11-01T12:00:00Z';

/** Reads a new token. No refusal repeats anything of the body. */
export async function tokenIn(request: IncomingMessage): Promise<Token> {
  const body = (await bodyOf(request, maxBodyBytes)) ?? {};
  const token = own(body, "token");
  const expiresAt = momentIn(own(body, "expiresAt"));
  const isKnown = Object.keys(body).every((key) => ["token", "expiresAt"].includes(key));
  const isToken = typeof token === "string" && isUsable(token);
  if (isKnown && isToken && !Number.isNaN(expiresAt)) return { text: token, expiresAt };
  throw new Refusal("request-invalid", { because: "body", expected: expectedToken });
}

/** It goes into a header, and is redacted in the texts of all: a run of spaces is in most of them. */
function isUsable(token: string): boolean {
  if (!/^[\x20-\x7e]{8,65536}$/.test(token) || token.trim() !== token) return false;
  return new Set(token).size >= 5;
}

/** Returns `NaN` for what is no moment. */
function momentIn(value: JsonValue | undefined): number | undefined {
  if (value === undefined) return undefined;
  const isMoment = typeof value === "string" && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value);
  return isMoment ? Date.parse(value) : Number.NaN;
}
