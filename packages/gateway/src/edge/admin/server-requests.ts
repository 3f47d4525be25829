import type { IncomingMessage } from "node:http";
import { isForPlain } from "./me.ts";

/** The path of servers. Public: never renamed, never reused. */
export const serverRoutes = [{ method: "GET", path: "/admin/v1/servers" }] as const;

/** The permission to read the state of servers. */
export const serversPermission = "servers:read";

/** Tells whether a request is about servers. Refuses other methods, and queries. */
export function isAboutServers(request: IncomingMessage): boolean {
  return isForPlain(request, serverRoutes);
}
