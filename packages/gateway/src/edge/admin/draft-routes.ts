import type { IncomingMessage } from "node:http";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";

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

const compiled = draftRoutes.map((route) => ({
  route,
  form: new RegExp(`^${route.path.replace("{set}", "([^/]*)").replace("{name}", "([^/]*)")}$`),
}));

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
  const found = compiled.filter(({ form }) => form.test(path));
  if (found.length === 0) throw new Refusal("request-invalid", { because: "path" });
  const match = found.find(({ route }) => route.method === method);
  if (match === undefined) {
    const allow = found.map(({ route }) => route.method).join(", ");
    throw new Refusal("request-invalid", { because: "method", allow });
  }
  const [, set = "", name = ""] = match.form.exec(path) ?? [];
  return { kind: match.route.kind, set: decoded(set), name: decoded(name) };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new Refusal("request-invalid", { because: "path" });
  }
}
