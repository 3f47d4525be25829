import { meWith } from "../fixture-data.ts";
import type { PageState } from "../states.ts";

const error = { code: "server-absent", message: "There is no such server." };
const absent = { status: 404, body: { error: { ...error, next: "toolcourt servers" } } };
const away = { status: 503, body: { error: { ...error, code: "admin-unavailable" } } };

/** The pages of servers in every state. */
export const serverStates: readonly PageState[] = [
  { name: "servers", path: "servers", isShown: true },
  {
    name: "servers, none",
    path: "servers",
    routes: { "GET servers": () => ({ body: { servers: [] } }) },
  },
  { name: "servers, failing", path: "servers", routes: { "GET servers": () => away } },
  {
    name: "servers, without permission",
    path: "servers",
    routes: { "GET me": () => ({ body: meWith(["tools:read"]) }) },
  },
  { name: "server", path: "servers/bank", isShown: true },
  { name: "server, unreachable", path: "servers/hr" },
  {
    name: "server, unknown",
    path: "servers/none",
    routes: { "GET servers/none": () => absent },
  },
];
