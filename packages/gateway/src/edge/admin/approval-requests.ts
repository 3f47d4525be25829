import type { IncomingMessage } from "node:http";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import { excessIn } from "../../protocol/message-size.ts";
import { parseStrict } from "../../protocol/parse-strict.ts";
import {
  type ApprovalState,
  approvalStates,
  type Decision,
  type StoredApproval,
} from "../../stores/approval-store.ts";
import { readBody } from "../read-request.ts";

/** A request to the admin API. */
export type Ask =
  | { readonly kind: "list"; readonly page: PageAsked }
  | { readonly kind: "show"; readonly id: string }
  | { readonly kind: "decide"; readonly id: string; readonly to: Decision["to"] };

interface Route {
  readonly method: "GET" | "POST";
  /** `{id}` matches anything: an invalid id gets the same answer as an unknown one. */
  readonly path: string;
  readonly ask: "list" | "show" | Decision["to"];
}

/** All paths of the admin API. Public: never renamed, never reused. */
export const routes: readonly Route[] = [
  { method: "GET", path: "/admin/v1/approvals", ask: "list" },
  { method: "GET", path: "/admin/v1/approvals/{id}", ask: "show" },
  { method: "POST", path: "/admin/v1/approvals/{id}/approve", ask: "approved" },
  { method: "POST", path: "/admin/v1/approvals/{id}/deny", ask: "denied" },
  { method: "POST", path: "/admin/v1/approvals/{id}/revoke", ask: "revoked" },
];

const compiled = routes.map((route) => ({
  route,
  form: new RegExp(`^${route.path.replace("{id}", "([^/]*)")}$`),
}));

/** Determines the request from the path and the method alone. */
export function askIn({ url = "", method }: IncomingMessage): Ask {
  const [path = "", ...queries] = url.split("?");
  const { route, id } = routeTo(path);
  if (route.method !== method) {
    throw new Refusal("request-invalid", { because: "method", allow: route.method });
  }
  const ask = askOf(route, id, queries[0]);
  if (queries.length > (ask.kind === "list" ? 1 : 0)) {
    throw new Refusal("request-invalid", { because: "query" });
  }
  return ask;
}

function askOf({ ask }: Route, id: string, query = ""): Ask {
  if (ask === "list") return { kind: "list", page: pageIn(query) };
  return ask === "show" ? { kind: "show", id } : { kind: "decide", id, to: ask };
}

function routeTo(path: string): { readonly route: Route; readonly id: string } {
  for (const { route, form } of compiled) {
    const [all, id = ""] = form.exec(path) ?? [];
    if (all !== undefined) return { route, id };
  }
  throw new Refusal("request-invalid", { because: "path" });
}

/** The requested part of a list. */
export interface PageAsked {
  readonly state: ApprovalState;
  readonly max: number;
  readonly behind?: Pick<StoredApproval, "createdAt" | "id">;
}

const defaultPage: PageAsked = { state: "pending", max: 50 };
const maxListed = 100;
const expectedQuery = `state (${approvalStates.slice(0, -1).join(", ")} or ${approvalStates.at(-1)}), limit (1 to ${maxListed}) and cursor, each once`;

function pageIn(query: string): PageAsked {
  const wanted = readQuery(query, wishes);
  if (wanted === undefined) {
    throw new Refusal("request-invalid", { because: "query", expected: expectedQuery });
  }
  return { ...defaultPage, ...wanted };
}

/** Parses a query by its known keys. Undefined for unknown, repeated and invalid ones. */
export function readQuery<Wanted extends object>(
  query: string,
  readers: ReadonlyMap<string, (value: string) => Wanted | undefined>,
): Partial<Wanted> | undefined {
  const seen = new Set<string>();
  let wanted: Partial<Wanted> = {};
  for (const [key, value] of new URLSearchParams(query)) {
    const next = seen.has(key) ? undefined : readers.get(key)?.(value);
    if (next === undefined) return undefined;
    seen.add(key);
    wanted = { ...wanted, ...next };
  }
  return wanted;
}

type Wish<Page> = (value: string) => Partial<Page> | undefined;

/** Reads a state by which a list is filtered. */
export function wishFor<State extends string>(
  states: readonly State[],
): Wish<{ readonly state: State }> {
  return (value) => {
    const state = states.find((each) => each === value);
    return state && { state };
  };
}

/** The keys of every list: its length and where it begins. */
export const pageWishes: readonly (readonly [
  key: string,
  read: Wish<Pick<PageAsked, "max" | "behind">>,
])[] = [
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
      const [, at, id] = /^(\d{1,15})-([\da-f]{32})$/.exec(value) ?? [];
      return id === undefined ? undefined : { behind: { createdAt: Number(at), id } };
    },
  ],
];

const wishes: ReadonlyMap<string, Wish<PageAsked>> = new Map<string, Wish<PageAsked>>([
  ["state", wishFor(approvalStates)],
  ...pageWishes,
]);

/** Returns the cursor for the items after an approval or a grant. */
export function cursorBehind({ createdAt, id }: Pick<StoredApproval, "createdAt" | "id">): string {
  return `${createdAt}-${id}`;
}

const noId = "0".repeat(32);

/** Maps an invalid id to one that does not exist, so the lookup takes as long. */
export function idFor(given: string): string {
  return /^[\da-f]{32}$/.test(given) ? given : noId;
}

const maxBodyBytes = 64 * 1024;
/** Returns the digest that an approval comes with. Undefined if none is needed. */
export async function digestIn(
  request: IncomingMessage,
  to: Decision["to"],
): Promise<string | undefined> {
  const body = await bodyOf(request, maxBodyBytes);
  if (body === undefined) throw unexpected(to);
  return to === "approved" ? digestOf(body) : nothingIn(body, to);
}

/** Parses the object in the body of a request. Undefined if it is not one. */
export async function bodyOf(
  request: IncomingMessage,
  maxBytes: number,
): Promise<JsonObject | undefined> {
  const { "content-type": type = "", "content-encoding": encoding } = request.headers;
  if (encoding !== undefined || !/^application\/json\s*(?:;|$)/i.test(type)) {
    throw new Refusal("request-invalid", { because: "type" });
  }
  const body = await readBody(request, maxBytes);
  if (body.kind !== "text") {
    throw new Refusal("request-invalid", { because: body.kind === "too-large" ? "size" : "body" });
  }
  return objectIn(body.text);
}

function objectIn(text: string): JsonObject | undefined {
  if (excessIn(text) !== undefined) throw new Refusal("request-invalid", { because: "size" });
  const reading = parseStrict(text);
  return reading.kind === "value" && isJsonObject(reading.value) ? reading.value : undefined;
}

function digestOf(body: JsonObject): string {
  const digest = own(body, "digest");
  const isOne = typeof digest === "string" && /^[\da-f]{12,64}$/.test(digest);
  if (!isOne || Object.keys(body).length !== 1) throw unexpected("approved");
  return digest;
}

function nothingIn(body: JsonObject, to: Decision["to"]): undefined {
  if (Object.keys(body).length > 0) throw unexpected(to);
}

function unexpected(to: Decision["to"]): Refusal {
  const expected = to === "approved" ? '{"digest": "…"}, its first 12 digits at least' : "{}";
  return new Refusal("request-invalid", { because: "body", expected });
}
