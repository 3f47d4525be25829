import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
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
  const named = Object.entries(projects).flatMap(([path, project]) => {
    const entries = isJsonObject(project) ? own(project, "mcpServers") : undefined;
    return isJsonObject(entries) && Object.keys(entries).length > 0 ? [{ path, entries }] : [];
  });
  const ours = folders
    .map((path) => named.find((each) => each.path === path))
    .find((each) => each !== undefined);
  const users = listAt(root, "mcpServers", "common");
  const lists = [
    ...(ours === undefined
      ? []
      : [
          {
            path: ["projects", ours.path, "mcpServers"],
            entries: ours.entries,
            dialect: "common",
          } as const,
        ]),
    ...users,
  ];
  const others = named.filter((each) => each !== ours);
  if (lists.length + others.length === 0) return undefined;
  return {
    lists,
    unknown: [],
    elsewhere: others.map(
      ({ path, entries }) =>
        `Not read, since they are of the project ${path}: ${Object.keys(entries).join(", ")}. Run init there.`,
    ),
  };
}

/** Most keys of these files are settings of other things, and are not named. */
function listOfSettings(root: JsonObject, { file }: ListPlace): ListedServers | undefined {
  const found = settings.find(({ key, name }) => isJsonObject(own(root, key)) && name.test(file));
  if (found === undefined) return undefined;
  return {
    lists: listAt(root, found.key, found.dialect),
    unknown: found.related.filter((key) => own(root, key) !== undefined),
    elsewhere: [],
  };
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
    related: ["mcp", "allowMCPServers", "excludeMCPServers"],
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
