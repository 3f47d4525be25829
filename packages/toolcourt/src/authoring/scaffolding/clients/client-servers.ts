import { isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import { leftOut, readProgram } from "./client-program.ts";
import { Concealment, isSecretStep } from "./conceal.ts";
import { foundHeaders, type GivenHeader } from "./found-headers.ts";
import {
  type FoundServer,
  type FoundServers,
  type SkippedServer,
  serverName,
} from "./found-server.ts";

/** Keys with the same meaning in clients and here, and keys that can be dropped without loss. */
const known = new Set(["type", "transport", "command", "args", "env", "cwd", "url", "headers"]);

/** Settings of a login, by the clients that have one. Their ids and secrets are not copied. */
const logins = ["oauth", "auth"];

const transports: ReadonlyMap<string, "stdio" | "streamable_http" | "sse"> = new Map([
  ["stdio", "stdio"],
  ["http", "streamable_http"],
  ["streamable-http", "streamable_http"],
  ["streamable_http", "streamable_http"],
  ["streamablehttp", "streamable_http"],
  ["sse", "sse"],
]);

/** Reads the servers of a client configuration: `servers` in VS Code, `mcpServers` in others. */
export function readClientServers(file: JsonObject): FoundServers | undefined {
  const nested = own(file, "mcp");
  const root = isJsonObject(nested) && own(nested, "servers") !== undefined ? nested : file;
  const key = ["mcpServers", "servers"].find((each) => isJsonObject(own(root, each)));
  const entries = key === undefined ? undefined : own(root, key);
  if (key === undefined || !isJsonObject(entries)) return undefined;
  const conceal = new Concealment();
  const read = Object.entries(entries).map(([name, entry]) => readServer(name, entry, conceal));
  return {
    servers: read.filter((each) => "transport" in each),
    skipped: read.filter((each) => "because" in each),
    // VS Code prompts for `inputs`; here they become variables.
    unknown: Object.keys(root).filter((each) => each !== key && each !== "inputs"),
    variables: conceal.names(),
  };
}

function readServer(
  given: string,
  entry: JsonValue,
  conceal: Concealment,
): FoundServer | SkippedServer {
  const name = serverName(given);
  if (!isJsonObject(entry)) return { name, because: "it is no object" };
  const [command, url] = [own(entry, "command"), own(entry, "url")];
  const kind = kindOf(entry);
  const isLogin = signsIn(entry, kind);
  const notes = unknownIn(entry, isLogin ? logins : []);
  if (kind === "stdio") {
    return typeof command === "string" && command !== ""
      ? readProgram({ name, command, entry, notes }, conceal)
      : { name, because: "it has no command" };
  }
  return kind !== undefined && typeof url === "string"
    ? remote(
        { name, kind, url, notes, isLogin, headers: headersIn(own(entry, "headers")) },
        conceal,
      )
    : { name, because: "it has no address of a kind that is known" };
}

function unknownIn(entry: JsonObject, read: readonly string[]): readonly string[] {
  const unknown = Object.keys(entry).filter((key) => !known.has(key) && !read.includes(key));
  return unknown.length === 0 ? [] : [`Not taken over: ${unknown.join(", ")}.`];
}

/** Returns whether the client signs in to the server by itself. */
function signsIn(entry: JsonObject, kind: ReturnType<typeof kindOf>): boolean {
  return kind !== "stdio" && logins.some((key) => isJsonObject(own(entry, key)));
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
  /** Whether the client signs in to the server. */
  readonly isLogin: boolean;
  readonly notes: readonly string[];
}

function remote(
  { name, kind, url, headers, isLogin, notes }: Remote,
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
  const login = isLogin && found.headers["Authorization"] === undefined ? loginOf(name) : noLogin;
  return {
    name,
    transport: { kind, url: bare, headers: found.headers, ...login.transport },
    notes: [...notes, ...found.notes, ...login.notes],
    leftOut: cut ? ["URL"] : [],
    unfinished: cut || login !== noLogin,
  };
}

const noLogin = { transport: {}, notes: [] };

/** Returns the connection in place of the client's own login. */
function loginOf(server: string): {
  readonly transport: { readonly connection?: string };
  readonly notes: readonly string[];
} {
  if (!/^[A-Za-z0-9][\w.-]{0,63}$/.test(server)) {
    return { transport: {}, notes: ["Its login was not taken over: rename the server first."] };
  }
  const note = `Its login was not copied. Sign in with: toolcourt connections login ${server}`;
  return { transport: { connection: server }, notes: [note] };
}
