import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import type { Dialect } from "./dialects.ts";

/** Entries that a client keeps in one place. */
export interface ServerList {
  /** The keys from the root of the file to the entries. */
  readonly path: readonly string[];
  readonly entries: JsonObject;
  readonly dialect: Dialect;
}

export interface ListedServers {
  /** The lists that apply in this folder, the strongest first. */
  readonly lists: readonly ServerList[];
  /** Keys that concern servers and were not read. */
  readonly unknown: readonly string[];
  /** Lists of other folders, one line each. */
  readonly elsewhere: readonly string[];
}

export interface ListPlace {
  /** The name of the file in messages. It tells some clients apart. */
  readonly file: string;
  /** The project's folder and those above it, absolute, the nearest first. */
  readonly folders: readonly string[];
}

/** Finds the lists of servers in the file of a client. Undefined if it has none. */
export function serverListsIn(root: JsonObject, place: ListPlace): ListedServers | undefined {
  const ways = [listsOfProjects, listOfSettings, listOfFile];
  for (const find of ways) {
    const listed = find(root, place);
    if (listed !== undefined) return listed;
  }
  return undefined;
}

/** Claude Code keeps the servers of all projects in one file, beside those of the user. */
function listsOfProjects(root: JsonObject, { folders }: ListPlace): ListedServers | undefined {
  const projects = own(root, "projects");
  if (!isJsonObject(projects)) return undefined;
  const path = folders.find((folder) => isJsonObject(own(projects, folder)));
  const project = path === undefined ? undefined : own(projects, path);
  const ours = isJsonObject(project) ? project : {};
  const off = namesIn(own(ours, "disabledMcpServers"));
  const lists = [
    ...listAt(ours, "mcpServers", "common").map((list) => ({
      ...list,
      path: ["projects", path ?? "", ...list.path],
    })),
    ...listAt(root, "mcpServers", "common"),
  ].map((list) => withoutThese(list, (name) => off.includes(name)));
  const elsewhere = Object.entries(projects).flatMap(([other, each]) =>
    other === path ? [] : elsewhereIn(other, each),
  );
  if (lists.length + elsewhere.length === 0) return undefined;
  return { lists, unknown: [], elsewhere };
}

function elsewhereIn(path: string, project: JsonValue): readonly string[] {
  const entries = isJsonObject(project) ? own(project, "mcpServers") : undefined;
  const names = isJsonObject(entries) ? Object.keys(entries) : [];
  if (names.length === 0) return [];
  return [`Not read, since they are of the project ${path}: ${names.join(", ")}. Run init there.`];
}

function namesIn(value: JsonValue | undefined): readonly string[] {
  return isJsonArray(value) ? value.filter((each) => typeof each === "string") : [];
}

/** Marks the entries that the client has switched off by their names. */
function withoutThese(list: ServerList, isOff: (name: string) => boolean): ServerList {
  const entries: JsonObject = Object.fromEntries(
    Object.entries(list.entries).map(([name, entry]) =>
      isOff(name) && isJsonObject(entry) ? [name, { ...entry, disabled: true }] : [name, entry],
    ),
  );
  return { ...list, entries };
}

/** Most keys of these files are settings of other things, and are not named. */
function listOfSettings(root: JsonObject, { file }: ListPlace): ListedServers | undefined {
  const found = settings.find(({ key, name }) => isJsonObject(own(root, key)) && name.test(file));
  if (found === undefined) return undefined;
  const lists = listAt(root, found.key, found.dialect);
  return {
    lists: found.dialect === "gemini" ? lists.map((list) => switchedOff(root, list)) : lists,
    unknown: found.related.filter((key) => own(root, key) !== undefined),
    elsewhere: [],
  };
}

/** Gemini CLI names the servers that it does not start, or the only ones that it does. */
function switchedOff(root: JsonObject, list: ServerList): ServerList {
  const mcp = own(root, "mcp");
  if (!isJsonObject(mcp)) return list;
  const [allowed, excluded] = [own(mcp, "allowed"), namesIn(own(mcp, "excluded"))];
  const only = isJsonArray(allowed) ? namesIn(allowed) : undefined;
  return withoutThese(list, (name) => excluded.includes(name) || only?.includes(name) === false);
}

const settings: readonly {
  readonly key: string;
  /** The files that are meant. */
  readonly name: RegExp;
  readonly dialect: Dialect;
  /** Other keys of the file that concern servers. */
  readonly related: readonly string[];
}[] = [
  { key: "context_servers", name: /^/, dialect: "zed", related: [] },
  { key: "mcp_servers", name: /^/, dialect: "codex", related: [] },
  {
    key: "mcpServers",
    name: /\.gemini[\\/]settings\.json$/,
    dialect: "gemini",
    related: ["allowMCPServers", "excludeMCPServers"],
  },
  { key: "mcpServers", name: /\.claude\.json$/, dialect: "common", related: [] },
];

/** A file of nothing but servers: `servers` in VS Code, `mcpServers` in others. */
function listOfFile(root: JsonObject): ListedServers | undefined {
  const nested = own(root, "mcp");
  const isNested = isJsonObject(nested) && own(nested, "servers") !== undefined;
  const holder = isNested ? nested : root;
  const key = ["mcpServers", "servers"].find((each) => isJsonObject(own(holder, each)));
  if (key === undefined) return undefined;
  return {
    lists: listAt(holder, key, "common").map((list) =>
      isNested ? { ...list, path: ["mcp", ...list.path] } : list,
    ),
    // VS Code prompts for `inputs`; here they become variables.
    unknown: Object.keys(holder).filter((each) => each !== key && each !== "inputs"),
    elsewhere: [],
  };
}

function listAt(root: JsonObject, key: string, dialect: Dialect): readonly ServerList[] {
  const entries = own(root, key);
  return isJsonObject(entries) ? [{ path: [key], entries, dialect }] : [];
}
