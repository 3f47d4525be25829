import type { IncomingMessage } from "node:http";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { JsonObject } from "@toolcourt/sdk";
import type { Principal } from "../../pipeline/call.ts";
import { matcherOf } from "./match-route.ts";
import { decodedPart } from "./tool-requests.ts";

const root = "/admin/v1/servers";

/** The paths of servers. Public: never renamed, never reused. */
export const serverRoutes = [
  { method: "GET", path: root, kind: "list" },
  { method: "GET", path: `${root}/{name}`, kind: "show" },
] as const;

const match = matcherOf<(typeof serverRoutes)[number]>(serverRoutes);

/** The permission to read the state of servers. */
export const serversPermission = "servers:read";

/** A server and what became of it. */
export interface NamedServer {
  readonly name: string;
}

export function isAboutServers({ url = "" }: IncomingMessage): boolean {
  return /^\/admin\/v1\/servers(?:[/?]|$)/.test(url);
}

/** Counts of the calls of all tenants together belong to none of them. */
export async function serversFor(
  { tenant }: Principal,
  describe: () => Promise<readonly NamedServer[]>,
): Promise<readonly NamedServer[]> {
  const servers = await describe();
  return tenant === undefined ? servers : servers.map((each) => ({ ...each, clauses: [] }));
}

/** Answers a request about servers. `permit` throws a `Refusal` if the permission is missing. */
export async function answerAboutServers(
  describe: () => Promise<readonly NamedServer[]>,
  { url = "", method }: IncomingMessage,
  permit: () => void,
): Promise<JsonObject> {
  const [path = "", ...queries] = url.split("?");
  const { route, parts } = match(path, method);
  if (queries.length > 0) throw new Refusal("request-invalid", { because: "query" });
  const name = decodedPart(parts.join(""));
  permit();
  const servers = await describe();
  if (route.kind === "list") return { servers: servers.map((server) => ({ ...server })) };
  const found = servers.find((server) => server.name === name);
  if (found === undefined) throw new Refusal("server-absent", {});
  return { ...found };
}
