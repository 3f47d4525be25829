import type { IncomingMessage } from "node:http";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { ResultFilter } from "../../stores/result-store.ts";
import { readQuery } from "./approval-requests.ts";
import { cursorIn, limitIn, timeIn } from "./list-wishes.ts";
import { matcherOf } from "./match-route.ts";

/** A request about kept results. */
export type ResultsAsk =
  | { readonly kind: "list"; readonly page: ResultsPage }
  | { readonly kind: "show" | "output"; readonly callId: string };

interface ResultsRoute {
  readonly method: "GET";
  readonly path: string;
  readonly kind: ResultsAsk["kind"];
}

const root = "/admin/v1/results";

/** All paths of kept results. Public: never renamed, never reused. */
export const resultsRoutes: readonly ResultsRoute[] = [
  { method: "GET", path: root, kind: "list" },
  { method: "GET", path: `${root}/{callId}`, kind: "show" },
  { method: "GET", path: `${root}/{callId}/output`, kind: "output" },
];

const match = matcherOf(resultsRoutes);

export function isAboutResults({ url = "" }: IncomingMessage): boolean {
  return /^\/admin\/v1\/results(?:[/?]|$)/.test(url);
}

/** Determines the request from the path and the method alone. */
export function resultsAskIn({ url = "", method }: IncomingMessage): ResultsAsk {
  const [path = "", ...queries] = url.split("?");
  const { route, parts } = match(path, method);
  const { kind } = route;
  if (queries.length > (kind === "list" ? 1 : 0)) {
    throw new Refusal("request-invalid", { because: "query" });
  }
  return kind === "list"
    ? { kind, page: pageIn(queries.join("")) }
    : { kind, callId: parts.join("") };
}

/** The requested part of the list. */
export interface ResultsPage extends Omit<ResultFilter, "tenant"> {
  readonly max: number;
}

const maxListed = 100;
const expected = `tool, discovery, before (a time like 2026-11-01T12:00:00Z), limit (1 to ${maxListed}) and cursor, each once`;

const wishes = new Map<string, (value: string) => Partial<ResultsPage> | undefined>([
  ["tool", (tool) => ({ tool })],
  ["discovery", (discoveryId) => ({ discoveryId })],
  ["before", (value) => timeIn(value, (before) => ({ before }))],
  ["limit", (value) => limitIn(value, maxListed)],
  ["cursor", behindIn],
]);

function behindIn(value: string): Partial<ResultsPage> | undefined {
  const place = cursorIn(value)?.behind;
  return place && { behind: { at: place.at, callId: place.id } };
}

function pageIn(query: string): ResultsPage {
  const wanted = readQuery<Partial<ResultsPage>>(query, wishes);
  if (wanted === undefined) throw new Refusal("request-invalid", { because: "query", expected });
  return { max: 50, ...wanted };
}
