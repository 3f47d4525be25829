import type { IncomingMessage } from "node:http";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";

/** The path of servers. Public: never renamed, never reused. */
export const serverRoutes = [{ method: "GET", path: "/admin/v1/servers" }] as const;

/** The permission to read the state of servers. */
export const serversPermission = "servers:read";

/** Tells whether a request is about servers. Refuses other methods, and queries. */
export function isAboutServers({ url = "", method = "" }: IncomingMessage): boolean {
  const [path = "", ...queries] = url.split("?");
  const [route] = serverRoutes;
  if (path !== route.path) return false;
  if (method !== route.method) {
    throw new Refusal("request-invalid", { because: "method", allow: route.method });
  }
  if (queries.length > 0) throw new Refusal("request-invalid", { because: "query" });
  return true;
}
