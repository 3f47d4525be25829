import { isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import { leftOut, readProgram } from "./client-program.ts";
import { Concealment, isSecretStep } from "./conceal.ts";
import { foundHeaders, type GivenHeader } from "./found-headers.ts";
import { type FoundLogin, foundLogin, loginIn, loginKeys } from "./found-login.ts";
import {
  type FoundServer,
  type FoundServers,
  type SkippedServer,
  serverName,
} from "./found-server.ts";

/** Keys with the same meaning in clients and here, and keys that can be dropped without loss. */
const known = new Set(["type", "transport", "command", "args", "env", "cwd", "url", "headers"]);

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
  const notes = unknownIn(entry, kind);
  if (kind === "stdio") {
    return typeof command === "string" && command !== ""
      ? readProgram({ name, command, entry, notes }, conceal)
      : { name, because: "it has no command" };
  }
  return kind !== undefined && typeof url === "string"
    ? remote(
        {
          name,
          kind,
          url,
          notes,
          login: loginIn(entry),
          headers: headersIn(own(entry, "headers")),
        },
        conceal,
      )
    : { name, because: "it has no address of a kind that is known" };
}

function unknownIn(entry: JsonObject, kind: ReturnType<typeof kindOf>): readonly string[] {
  const isRead = kind !== "stdio" && loginIn(entry) !== undefined;
  const ofKind = kind === "stdio" ? ofPrograms : [];
  const read = new Set<string>([...known, ...ofKind, ...(isRead ? loginKeys : [])]);
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
