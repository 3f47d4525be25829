import type { IncomingMessage } from "node:http";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import type { Definition } from "../../http-tools/drafts/content.ts";
import { summaryJson } from "../../http-tools/drafts/draft-json.ts";
import type { DraftSummary, Drafts } from "../../http-tools/drafts/drafts.ts";
import { readWritten } from "../../http-tools/drafts/read-written.ts";
import { readQuery } from "./approval-requests.ts";
import { matcherOf } from "./match-route.ts";

/** A request about drafts. */
export type DraftAsk =
  | { readonly kind: "list"; readonly query: string }
  | { readonly kind: "write" }
  | (Place & { readonly kind: "show" | "edit" | "approved" | "rejected" });

interface Place {
  readonly set: string;
  readonly name: string;
}

interface DraftRoute {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly kind: DraftAsk["kind"];
}

const root = "/admin/v1/drafts";
const one = `${root}/{set}/{name}`;

/** All paths of drafts. Public: never renamed, never reused. */
export const draftRoutes: readonly DraftRoute[] = [
  { method: "GET", path: root, kind: "list" },
  { method: "POST", path: root, kind: "write" },
  { method: "GET", path: one, kind: "show" },
  { method: "POST", path: `${one}/edit`, kind: "edit" },
  { method: "POST", path: `${one}/approve`, kind: "approved" },
  { method: "POST", path: `${one}/reject`, kind: "rejected" },
];

const match = matcherOf(draftRoutes);

export function isAboutDrafts({ url = "" }: IncomingMessage): boolean {
  return /^\/admin\/v1\/drafts(?:[/?]|$)/.test(url);
}

/** Determines the request from the path and the method alone. */
export function draftAskIn({ url = "", method }: IncomingMessage): DraftAsk {
  const [path = "", ...queries] = url.split("?");
  const { kind, set, name } = routeTo(path, method);
  if (queries.length > (kind === "list" ? 1 : 0)) {
    throw new Refusal("request-invalid", { because: "query" });
  }
  if (kind === "list") return { kind, query: queries.join("") };
  return kind === "write" ? { kind } : { kind, set, name };
}

interface Routed extends Place {
  readonly kind: DraftAsk["kind"];
}

function routeTo(path: string, method: string | undefined): Routed {
  const { route, parts } = match(path, method);
  const [set = "", name = ""] = parts.map(decoded);
  return { kind: route.kind, set, name };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new Refusal("request-invalid", { because: "path" });
  }
}

const defaultLimit = 100;
const maxListed = 1_000;
const states = ["pending", "approved", "rejected"] as const;

interface Wish {
  readonly set?: string;
  readonly state?: DraftSummary["state"];
  readonly max?: number;
  /** Set and name of the last item shown. Default: start of the list. */
  readonly behind?: string;
}

/** Returns the requested page of the list. */
export async function draftPage(query: string, drafts: Drafts): Promise<JsonObject> {
  const wanted = readQuery(query, wishes);
  if (wanted === undefined) throw new Refusal("request-invalid", { because: "query" });
  const { set, state, max = defaultLimit, behind } = wanted;
  const all = await drafts.list({ ...(set && { set }), ...(state && { state }) });
  // The last item shown may have changed its state, and so left this list.
  const rest = behind === undefined ? all : all.filter((each) => isBehind(each, behind));
  const shown = rest.slice(0, max);
  const last = shown.at(-1);
  const isMore = rest.length > max && last !== undefined;
  return { drafts: shown.map(summaryJson), ...(isMore && { next: keyOf(last) }) };
}

/** Uses the order of the stores: by the bytes of the set, then of the name. */
function isBehind({ set, name }: DraftSummary, behind: string): boolean {
  const at = behind.indexOf("/");
  return (compare(set, behind.slice(0, at)) || compare(name, behind.slice(at + 1))) > 0;
}

function compare(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

function keyOf({ set, name }: DraftSummary): string {
  return `${set}/${name}`;
}

const wishes: ReadonlyMap<string, (value: string) => Wish | undefined> = new Map<
  string,
  (value: string) => Wish | undefined
>([
  ["set", (set) => (set === "" ? undefined : { set })],
  [
    "state",
    (value) => {
      const state = states.find((each) => each === value);
      return state && { state };
    },
  ],
  [
    "limit",
    (value) => {
      const max = /^\d{1,4}$/.test(value) ? Number(value) : 0;
      return max >= 1 && max <= maxListed ? { max } : undefined;
    },
  ],
  ["cursor", (behind) => (/^[^/]+\/./s.test(behind) ? { behind } : undefined)],
]);

interface Origin {
  readonly set: string;
  /** Origin of the document, as stated by the sender. */
  readonly from: string;
}

export type Written = Origin &
  (
    | { readonly kind: "document"; readonly document: string }
    | { readonly kind: "draft"; readonly draft: JsonObject }
  );

/** Reads a document to import, or a handwritten draft. */
export function writtenIn(body: JsonObject): Written {
  const { set, from, document, draft, ...others } = body;
  const origin = { set: textOf(set, setForm), from: textOf(from, fromForm) };
  if (Object.keys(others).length > 0) throw unexpected();
  if (typeof document === "string" && draft === undefined) {
    return { kind: "document", ...origin, document };
  }
  if (draft !== undefined && isJsonObject(draft) && document === undefined) {
    return { kind: "draft", ...origin, draft };
  }
  throw unexpected();
}

const setForm = /^[\w.-]{1,64}$/;
const fromForm = /^[^\p{C}\p{Zl}\p{Zp}]{1,256}$/u;

function textOf(value: JsonValue | undefined, form: RegExp): string {
  if (typeof value === "string" && form.test(value)) return value;
  throw unexpected();
}

/** Validates a draft in a body. */
export function definitionIn(value: JsonObject): {
  readonly definition: Definition;
  readonly documentDigest: string;
} {
  const reading = readWritten(JSON.stringify(value));
  if (reading.kind === "draft") return reading;
  const { problems } = reading;
  throw new Refusal("draft-unreadable", { file: "The draft", problems });
}

/** Returns the digest that was reviewed. Undefined if none is needed. */
export function digestIn(body: JsonObject, to: "approved" | "rejected"): string | undefined {
  const digest = own(body, "digest");
  const isOne = typeof digest === "string" && /^(?:sha256:)?[\da-f]{64}$/.test(digest);
  if (isOne && Object.keys(body).length === 1) return digest;
  if (to === "rejected" && Object.keys(body).length === 0) return undefined;
  throw unexpected();
}

export function unexpected(): Refusal {
  return new Refusal("request-invalid", { because: "body" });
}
