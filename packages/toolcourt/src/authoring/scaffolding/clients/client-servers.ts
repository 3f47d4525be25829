import { isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import { leftOut, readProgram } from "./client-program.ts";
import { Concealment, isSecretStep } from "./conceal.ts";
import { commonEntry, type Dialect, isOfExtension } from "./dialects.ts";
import { foundHeaders, type GivenHeader } from "./found-headers.ts";
import { type FoundLogin, foundLogin, loginIn, loginKeys } from "./found-login.ts";
import {
  type FoundServer,
  type FoundServers,
  type SkippedServer,
  serverName,
} from "./found-server.ts";
import type { ServerList } from "./server-lists.ts";
import { toolFilterIn } from "./tool-filter.ts";

/** Keys with the same meaning in clients and here, and keys that can be dropped without loss. */
const known = new Set([
  "type",
  "transport",
  "command",
  "args",
  "env",
  "cwd",
  "url",
  "headers",
  // Switched off servers are not read at all.
  "disabled",
]);

/** Keys that only a program has. */
const ofPrograms = ["envFile"];

const transports: ReadonlyMap<string, "stdio" | "streamable_http" | "sse"> = new Map([
  ["stdio", "stdio"],
  ["http", "streamable_http"],
  ["streamable-http", "streamable_http"],
  ["streamable_http", "streamable_http"],
  ["streamablehttp", "streamable_http"],
  ["sse", "sse"],
]);

/** Reads the lists of a client, the strongest first: it hides servers of the same name in others. */
export function readClientServers(lists: readonly ServerList[]): Omit<FoundServers, "unknown"> {
  const conceal = new Concealment();
  const names = new Set<string>();
  const read: (FoundServer | SkippedServer)[] = [];
  for (const { entries, dialect } of lists) {
    for (const [given, entry] of Object.entries(entries)) {
      const name = serverName(given);
      if (names.has(name)) read.push({ name, because: hidden });
      else read.push(readServer(name, { entry, dialect }, conceal));
      names.add(name);
    }
  }
  return {
    servers: read.filter((each) => "transport" in each),
    skipped: read.filter((each) => "because" in each),
    variables: conceal.names(),
  };
}

const hidden = "a nearer entry of the client has its name, and counts more";

interface GivenServer {
  readonly entry: JsonValue;
  readonly dialect: Dialect;
}

function readServer(
  name: string,
  { entry: given, dialect }: GivenServer,
  conceal: Concealment,
): FoundServer | SkippedServer {
  if (!isJsonObject(given)) return { name, because: "it is no object" };
  const entry = commonEntry(given, dialect);
  if (own(entry, "disabled") === true) {
    return { name, because: "it is switched off in the client" };
  }
  if (isOfExtension(given)) {
    return { name, because: "only an extension of the client can start it" };
  }
  const { tools, read } = toolFilterIn(entry);
  const kind = kindOf(entry);
  const found = readReach({ name, kind, entry, notes: unknownIn(entry, kind, read) }, conceal);
  return { ...found, ...tools };
}

interface KnownEntry {
  readonly name: string;
  readonly kind: ReturnType<typeof kindOf>;
  readonly entry: JsonObject;
  readonly notes: readonly string[];
}

function readReach(
  { name, kind, entry, notes }: KnownEntry,
  conceal: Concealment,
): FoundServer | SkippedServer {
  const [command, url] = [own(entry, "command"), own(entry, "url")];
  if (kind === "stdio") {
    return typeof command === "string" && command !== ""
      ? readProgram({ name, command, entry, notes }, conceal)
      : { name, because: "it has no command" };
  }
  if (kind === undefined || typeof url !== "string") {
    return { name, because: "it has no address of a kind that is known" };
  }
  const headers = headersIn(own(entry, "headers"));
  return remote({ name, kind, url, notes, login: loginIn(entry), headers }, conceal);
}

function unknownIn(
  entry: JsonObject,
  kind: ReturnType<typeof kindOf>,
  filters: readonly string[],
): readonly string[] {
  const isRead = kind !== "stdio" && loginIn(entry) !== undefined;
  const ofKind = kind === "stdio" ? ofPrograms : [];
  const read = new Set<string>([...known, ...ofKind, ...filters, ...(isRead ? loginKeys : [])]);
  const unknown = Object.keys(entry).filter((key) => !read.has(key));
  return unknown.length === 0 ? [] : [`Not taken over: ${unknown.join(", ")}.`];
}

function kindOf(entry: JsonObject): "stdio" | "streamable_http" | "sse" | undefined {
  const said = own(entry, "type") ?? own(entry, "transport");
  return typeof said === "string" ? transports.get(said.toLowerCase()) : guess(own(entry, "url"));
}

function guess(url: JsonValue | undefined): "stdio" | "streamable_http" | "sse" {
  if (typeof url !== "string") return "stdio";
  return /\/sse\/?$/.test(url) ? "sse" : "streamable_http";
}

function headersIn(given: JsonValue | undefined): readonly GivenHeader[] {
  if (!isJsonObject(given)) return [];
  return Object.entries(given).map(([name, value]) => ({
    name,
    value: typeof value === "string" ? value : JSON.stringify(value),
  }));
}

interface Remote {
  readonly name: string;
  readonly kind: "streamable_http" | "sse";
  readonly url: string;
  readonly headers: readonly GivenHeader[];
  /** The settings of the client's own login. Unset if it has none. */
  readonly login: JsonObject | undefined;
  readonly notes: readonly string[];
}

function remote(
  { name, kind, url, headers, login: given, notes }: Remote,
  { reference }: Concealment,
): FoundServer | SkippedServer {
  const address = URL.parse(url);
  if (address === null || !/^https?:$/.test(address.protocol)) {
    return { name, because: "its address is no web address" };
  }
  const steps = address.pathname.split("/").map((step) => (isSecretStep(step) ? leftOut : step));
  const bare = `${address.origin}${steps.join("/")}`;
  const cut = bare !== address.href && `${bare}/` !== address.href;
  const found = foundHeaders(name, headers, reference);
  const isOpen = found.headers["Authorization"] === undefined;
  const login: FoundLogin = given !== undefined && isOpen ? foundLogin(name, given) : { notes: [] };
  const { notes: more, connection, ...signIn } = login;
  return {
    name,
    transport: { kind, url: bare, headers: found.headers, ...connection },
    ...signIn,
    notes: [...notes, ...found.notes, ...more],
    leftOut: cut ? ["URL"] : [],
    unfinished: cut || more.length > 0,
  };
}
