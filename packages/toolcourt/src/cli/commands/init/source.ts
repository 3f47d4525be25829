import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { isRefusal } from "@toolcourt/contracts/internal/errors/refusal";
import { labelOf, readText } from "@toolcourt/gateway/internal/boundary/files/read-file";
import {
  type ClientName,
  clientPlaces,
  clientTitles,
  withParents,
} from "@toolcourt/gateway/internal/edge/clients/clients";
import { isJsonObject } from "@toolcourt/sdk";
import { readClientServers } from "../../../authoring/scaffolding/clients/client-servers.ts";
import type { FoundServers } from "../../../authoring/scaffolding/clients/found-server.ts";
import { readRegistryServer } from "../../../authoring/scaffolding/clients/registry-servers.ts";
import {
  type ListedServers,
  serverListsIn,
} from "../../../authoring/scaffolding/clients/server-lists.ts";
import { readClientText } from "../../client-files/client-text.ts";
import { type CommandContext, UsageProblem, usage } from "../../command.ts";

export interface Source {
  /** Whose files they are. Default: unknown. */
  readonly client: ClientName | undefined;
  /** The files of one client, the nearest first. */
  readonly files: readonly string[];
  /** Files of other clients that were found but not read. */
  readonly others: readonly string[];
}

interface Naming {
  readonly from: string | undefined;
  readonly client: ClientName | undefined;
}

/** Finds the files to read: the named one, or all of one client. */
export async function sourceOf({ from, client }: Naming, context: CommandContext): Promise<Source> {
  if (from !== undefined) {
    return { files: [named(from, client)], others: [], client: ownerOf(from, context) };
  }
  const there: Candidate[] = [];
  for (const each of candidates(context)) {
    if (client !== undefined && each.client !== client) continue;
    if (await listsServers(each.file, context)) there.push(each);
  }
  const [first] = there;
  if (first === undefined) throw usage(`${notFound(client)} Name the file with --from.`);
  const isOfFirst = (each: Candidate): boolean =>
    each === first || (each.client !== undefined && each.client === first.client);
  return {
    client: first.client,
    files: there.filter(isOfFirst).map(({ file }) => file),
    others: there.filter((each) => !isOfFirst(each)).map(({ file }) => file),
  };
}

function ownerOf(file: string, { folder, environment }: CommandContext): ClientName | undefined {
  const path = resolve(folder, file);
  return clientPlaces(environment).find((each) => resolve(folder, each.file) === path)?.client;
}

function named(from: string, client: ClientName | undefined): string {
  if (from === "") throw usage("Give --from a file.");
  if (client === undefined) return from;
  throw usage("Give --from or --client: a file, or all files of a client.");
}

function notFound(client: ClientName | undefined): string {
  const whose = client === undefined ? "client" : clientTitles[client];
  return `No ${whose} file with servers was found in the usual places.`;
}

interface Candidate {
  readonly file: string;
  /** Default: none in particular. */
  readonly client?: ClientName;
}

/** Returns the files that may list servers, nearest first. */
function candidates({ environment }: Pick<CommandContext, "environment">): readonly Candidate[] {
  const places = clientPlaces(environment);
  return [
    ...places.filter(({ scope }) => scope === "project"),
    { file: "mcp.json" },
    { file: "server.json" },
    { file: "claude_desktop_config.json" },
    ...places.filter(({ scope }) => scope === "user"),
  ];
}

/** Many clients keep other settings in the same file. An invalid file is reported when it is read. */
async function listsServers(file: string, context: CommandContext): Promise<boolean> {
  const found = await stat(resolve(context.folder, file)).catch(() => undefined);
  if (found?.isFile() !== true) return false;
  try {
    return (await listsIn(file, context)).kind !== "none";
  } catch (error) {
    if (isRefusal(error) || error instanceof UsageProblem) return true;
    throw error;
  }
}

/** Claude Code keeps its history in the same file. Any larger one was named by mistake. */
const maxMb = 16;

type Listing =
  | { readonly kind: "client"; readonly listed: ListedServers }
  | { readonly kind: "registry"; readonly found: FoundServers }
  | { readonly kind: "none" };

async function listsIn(file: string, context: CommandContext): Promise<Listing> {
  const label = labelOf(file);
  const value = await readClientText(await readText(file, context, maxMb), label);
  if (!isJsonObject(value)) return { kind: "none" };
  const listed = serverListsIn(value, {
    file: label,
    folders: withParents(resolve(context.folder)),
  });
  const hasAny = listed?.lists.some(({ entries }) => Object.keys(entries).length > 0);
  if (listed !== undefined && (hasAny === true || listed.elsewhere.length > 0)) {
    return { kind: "client", listed };
  }
  const found = readRegistryServer(value);
  return found !== undefined && found.servers.length + found.skipped.length > 0
    ? { kind: "registry", found }
    : { kind: "none" };
}

export interface Found extends FoundServers {
  /** Servers of other projects, one line each. */
  readonly elsewhere: readonly string[];
}

/** Reads the servers of all files. */
export async function serversIn(files: readonly string[], context: CommandContext): Promise<Found> {
  const listed: ListedServers[] = [];
  for (const file of files) {
    const listing = await listsIn(file, context);
    if (listing.kind === "registry") return { ...listing.found, elsewhere: [] };
    if (listing.kind === "none") {
      const expected =
        "mcpServers, servers, context_servers, mcp_servers, or the packages or remotes of a server.json";
      throw usage(`${labelOf(file)} lists no server: expected ${expected}.`);
    }
    listed.push(listing.listed);
  }
  return {
    ...readClientServers(listed.flatMap(({ lists }) => lists)),
    unknown: [...new Set(listed.flatMap(({ unknown }) => unknown))],
    elsewhere: listed.flatMap(({ elsewhere }) => elsewhere),
  };
}
