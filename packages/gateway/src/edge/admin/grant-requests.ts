import type { IncomingMessage } from "node:http";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { type JsonObject, own } from "@toolcourt/sdk";
import type { Gift } from "../../governance/grants/give.ts";
import { type GrantState, grantStates } from "../../stores/grant-store.ts";
import { bodyOf, type PageAsked, pageWishes, readQuery, wishFor } from "./approval-requests.ts";
import { matcherOf } from "./match-route.ts";

/** A request about grants. */
export type GrantAsk =
  | { readonly kind: "list"; readonly page: GrantPage }
  | { readonly kind: "give" }
  | { readonly kind: "show" | "revoke"; readonly id: string };

interface GrantRoute {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly kind: GrantAsk["kind"];
}

const root = "/admin/v1/grants";

/** All paths of grants. Public: never renamed, never reused. */
export const grantRoutes: readonly GrantRoute[] = [
  { method: "GET", path: root, kind: "list" },
  { method: "POST", path: root, kind: "give" },
  { method: "GET", path: `${root}/{id}`, kind: "show" },
  { method: "POST", path: `${root}/{id}/revoke`, kind: "revoke" },
];

const match = matcherOf(grantRoutes);

export function isAboutGrants({ url = "" }: IncomingMessage): boolean {
  return /^\/admin\/v1\/grants(?:[/?]|$)/.test(url);
}

/** Determines the request from the path and the method alone. */
export function grantAskIn({ url = "", method }: IncomingMessage): GrantAsk {
  const [path = "", ...queries] = url.split("?");
  const { route, parts } = match(path, method);
  const { kind } = route;
  if (queries.length > (kind === "list" ? 1 : 0)) {
    throw new Refusal("request-invalid", { because: "query" });
  }
  if (kind === "list") return { kind, page: pageIn(queries.join("")) };
  return kind === "give" ? { kind } : { kind, id: parts.join("") };
}

/** The requested part of a list. */
export interface GrantPage extends Omit<PageAsked, "state"> {
  readonly state: GrantState;
}

const expectedQuery = `state (${grantStates.join(", ")}), limit (1 to 100) and cursor, each once`;

const wishes = new Map<string, (value: string) => Partial<GrantPage> | undefined>([
  ["state", wishFor(grantStates)],
  ...pageWishes,
]);

function pageIn(query: string): GrantPage {
  const wanted = readQuery<Partial<GrantPage>>(query, wishes);
  if (wanted === undefined) {
    throw new Refusal("request-invalid", { because: "query", expected: expectedQuery });
  }
  return { state: "active", max: 50, ...wanted };
}

/** A grant as a body asks for it. The giver and the tenant are those of the sender. */
export type AskedGift = Omit<Gift, "by" | "roles" | "tenant">;

const maxBodyBytes = 64 * 1024;
const keys = ["server", "tool", "principal", "uses", "for", "when", "reason"];
const expected =
  '{"server", "tool", "principal", "uses", "for", "reason"} and, if needed, "when"; "uses" is a number, the others are texts';

export async function giftIn(request: IncomingMessage): Promise<AskedGift> {
  const body = await bodyOf(request, maxBodyBytes);
  const isKnown = body !== undefined && Object.keys(body).every((key) => keys.includes(key));
  const uses = body && own(body, "uses");
  if (!isKnown || typeof uses !== "number") throw unexpected(expected);
  const when = own(body, "when");
  return {
    server: textIn(body, "server"),
    tool: textIn(body, "tool"),
    principal: textIn(body, "principal"),
    uses,
    lasts: textIn(body, "for"),
    ...(when !== undefined && { when: textIn(body, "when") }),
    reason: textIn(body, "reason"),
  };
}

/** Requires an empty object, as a sign that the sender means it. */
export async function nothingIn(request: IncomingMessage): Promise<void> {
  const body = await bodyOf(request, maxBodyBytes);
  if (body === undefined || Object.keys(body).length > 0) throw unexpected("{}");
}

function textIn(body: JsonObject, key: string): string {
  const value = own(body, key);
  if (typeof value !== "string") throw unexpected(expected);
  return value;
}

function unexpected(what: string): Refusal {
  return new Refusal("request-invalid", { because: "body", expected: what });
}
