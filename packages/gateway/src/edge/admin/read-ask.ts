import type { IncomingMessage } from "node:http";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Decision } from "../../stores/approval-store.ts";
import { type PageAsked, pageIn } from "./page-asked.ts";

/** A request to the admin API. */
export type Ask =
  | { readonly kind: "list"; readonly page: PageAsked }
  | { readonly kind: "show"; readonly id: string }
  | { readonly kind: "decide"; readonly id: string; readonly to: Decision["to"] };

interface Route {
  readonly method: "GET" | "POST";
  /** `{id}` matches anything: an invalid id gets the same answer as an unknown one. */
  readonly path: string;
  readonly read: (id: string, query: string | undefined) => Ask;
}

/** All paths of the admin API. Public: never renamed, never reused. */
export const routes: readonly Route[] = [
  {
    method: "GET",
    path: "/admin/v1/approvals",
    read: (_id, query = "") => ({ kind: "list", page: pageIn(query) }),
  },
  { method: "GET", path: "/admin/v1/approvals/{id}", read: (id) => ({ kind: "show", id }) },
  verdict("approve", "approved"),
  verdict("deny", "denied"),
  verdict("revoke", "revoked"),
];

function verdict(verb: string, to: Decision["to"]): Route {
  const path = `/admin/v1/approvals/{id}/${verb}`;
  return { method: "POST", path, read: (id) => ({ kind: "decide", id, to }) };
}

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
  const ask = route.read(id, queries[0]);
  if (queries.length > (ask.kind === "list" ? 1 : 0)) {
    throw new Refusal("request-invalid", { because: "query" });
  }
  return ask;
}

function routeTo(path: string): { readonly route: Route; readonly id: string } {
  for (const { route, form } of compiled) {
    const [all, id = ""] = form.exec(path) ?? [];
    if (all !== undefined) return { route, id };
  }
  throw new Refusal("request-invalid", { because: "path" });
}
