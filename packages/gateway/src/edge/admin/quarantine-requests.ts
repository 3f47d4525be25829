import type { IncomingMessage } from "node:http";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { QuarantineFilter } from "../../stores/quarantine-store.ts";
import { readQuery } from "./approval-requests.ts";
import { cursorIn, limitIn, timeIn } from "./list-wishes.ts";
import { matcherOf } from "./match-route.ts";

/** A request about quarantined results. */
export type QuarantineAsk =
  | { readonly kind: "list"; readonly page: QuarantinePage }
  | { readonly kind: "show" | "forget"; readonly id: string };

interface QuarantineRoute {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly kind: QuarantineAsk["kind"];
}

const root = "/admin/v1/quarantine";

/** All paths of the quarantine. Public: never renamed, never reused. */
export const quarantineRoutes: readonly QuarantineRoute[] = [
  { method: "GET", path: root, kind: "list" },
  { method: "GET", path: `${root}/{id}`, kind: "show" },
  { method: "POST", path: `${root}/{id}/forget`, kind: "forget" },
];

const match = matcherOf(quarantineRoutes);

export function isAboutQuarantine({ url = "" }: IncomingMessage): boolean {
  return /^\/admin\/v1\/quarantine(?:[/?]|$)/.test(url);
}

/** Determines the request from the path and the method alone. */
export function quarantineAskIn({ url = "", method }: IncomingMessage): QuarantineAsk {
  const [path = "", ...queries] = url.split("?");
  const { route, parts } = match(path, method);
  const { kind } = route;
  if (queries.length > (kind === "list" ? 1 : 0)) {
    throw new Refusal("request-invalid", { because: "query" });
  }
  return kind === "list" ? { kind, page: pageIn(queries.join("")) } : { kind, id: parts.join("") };
}

/** The requested part of the list. */
export interface QuarantinePage extends Omit<QuarantineFilter, "tenant"> {
  readonly max: number;
}

const maxListed = 1_000;
const expected = `tool, server, clause, since and before (times like 2026-11-01T12:00:00Z), limit (1 to ${maxListed}) and cursor, each once`;

type Wish = (value: string) => Partial<QuarantinePage> | undefined;

const wishes = new Map<string, Wish>([
  ["tool", (tool) => ({ tool })],
  ["server", (server) => ({ server })],
  ["clause", (clause) => ({ clause })],
  ["since", (value) => timeIn(value, (since) => ({ since }))],
  ["before", (value) => timeIn(value, (before) => ({ before }))],
  ["limit", (value) => limitIn(value, maxListed)],
  ["cursor", cursorIn],
]);

function pageIn(query: string): QuarantinePage {
  const wanted = readQuery<Partial<QuarantinePage>>(query, wishes);
  if (wanted === undefined) throw new Refusal("request-invalid", { because: "query", expected });
  return { max: 50, ...wanted };
}
