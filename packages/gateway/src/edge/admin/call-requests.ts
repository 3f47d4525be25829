import type { IncomingMessage } from "node:http";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { CallsAsked } from "../../governance/calls/call-desk.ts";
import { type CallFilter, callStatuses } from "../../stores/call-store.ts";
import { readQuery } from "./approval-requests.ts";
import { matcherOf } from "./match-route.ts";

/** A request about calls. */
export type CallsAsk =
  | { readonly kind: "list"; readonly page: CallsPage }
  | { readonly kind: "show"; readonly id: string };

/** All paths about calls. Public: never renamed, never reused. */
export const callRoutes = [
  { method: "GET", path: "/admin/v1/calls", ask: "list" },
  { method: "GET", path: "/admin/v1/calls/{id}", ask: "show" },
] as const;

const routeOf = matcherOf(callRoutes);

export function isAboutCalls({ url = "" }: IncomingMessage): boolean {
  const [path = ""] = url.split("?");
  return path === "/admin/v1/calls" || path.startsWith("/admin/v1/calls/");
}

export function callsAskIn({ url = "", method }: IncomingMessage): CallsAsk {
  const [path = "", ...queries] = url.split("?");
  const { route, parts } = routeOf(path, method);
  if (queries.length > (route.ask === "list" ? 1 : 0)) {
    throw new Refusal("request-invalid", { because: "query" });
  }
  return route.ask === "list"
    ? { kind: "list", page: pageIn(queries.join("")) }
    : { kind: "show", id: parts.join("") };
}

/** The requested part of the list. */
export interface CallsPage extends Omit<CallFilter, "tenant">, CallsAsked {}

const maxListed = 100;
const expected = `tool, server, status (${callStatuses.join(", ")}), code, subject, id (its first 4 characters at least), from and to (times like 2026-11-01T12:00:00Z), limit (1 to ${maxListed}) and cursor, each once`;

type Wish = (value: string) => Partial<CallsPage> | undefined;

const wishes = new Map<string, Wish>([
  ["tool", (tool) => ({ tool })],
  ["server", (server) => ({ server })],
  ["status", statusIn],
  ["code", (code) => ({ code })],
  ["subject", (subject) => ({ subject })],
  ["id", (id) => (/^[\w-]{4,64}$/.test(id) ? { id } : undefined)],
  ["from", (value) => timeIn(value, (from) => ({ from }))],
  ["to", (value) => timeIn(value, (to) => ({ to }))],
  ["limit", limitIn],
  ["cursor", cursorIn],
]);

function statusIn(value: string): Partial<CallsPage> | undefined {
  const status = callStatuses.find((each) => each === value);
  return status && { status };
}

function timeIn(value: string, wish: (at: number) => Partial<CallsPage>) {
  const at = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? undefined : wish(at);
}

function limitIn(value: string): Partial<CallsPage> | undefined {
  const max = /^\d{1,3}$/.test(value) ? Number(value) : 0;
  return max >= 1 && max <= maxListed ? { max } : undefined;
}

function cursorIn(value: string): Partial<CallsPage> | undefined {
  const [, at, row] = /^(\d{1,15})-(\d{1,15})$/.exec(value) ?? [];
  return row === undefined ? undefined : { behind: { at: Number(at), row: Number(row) } };
}

function pageIn(query: string): CallsPage {
  const wanted = readQuery<Partial<CallsPage>>(query, wishes);
  if (wanted === undefined) throw new Refusal("request-invalid", { because: "query", expected });
  return { max: 50, ...wanted };
}
