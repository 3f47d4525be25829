import { lstat, mkdir, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { isRefusal } from "@toolcourt/contracts/internal/errors/refusal";
import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import { readText } from "@toolcourt/gateway/internal/boundary/files/read-file";
import {
  type ClientName,
  type ClientPlace,
  clientPlaces,
  clientTitles,
  type Scope,
  withParents,
} from "@toolcourt/gateway/internal/edge/clients/clients";
import { isJsonObject } from "@toolcourt/sdk";
import {
  type ListedServers,
  serverListsIn,
} from "../../../authoring/scaffolding/clients/server-lists.ts";
import { readClientText } from "../../client-files/client-text.ts";
import { type CommandContext, UsageProblem, usage } from "../../command.ts";

/** The file of a client that is written. */
export interface ChosenPlace {
  /** Absolute. */
  readonly file: string;
  /** Other files of the client, absolute. */
  readonly others: readonly string[];
}

export interface PlaceWishes {
  readonly file: string | undefined;
  readonly scope: Scope | undefined;
}

/** Finds the file of a client: the named one, or where its servers are. */
export async function choosePlace(
  client: ClientName,
  { file, scope }: PlaceWishes,
  context: CommandContext,
): Promise<ChosenPlace> {
  const all = clientPlaces(context.environment)
    .filter((each) => each.client === client)
    .map((each) => ({ ...each, file: resolve(context.folder, each.file) }));
  const chosen =
    file === undefined
      ? await likelyPlace(
          all.filter((each) => scope === undefined || each.scope === scope),
          context,
        )
      : { file: resolve(context.folder, named(file, scope)), scope: "user" as const };
  if (chosen === undefined) {
    throw usage(`No folder of ${clientTitles[client]} was found here. Name its file with --file.`);
  }
  if (chosen.scope === "project") await refuseLinkedFolder(chosen.file);
  const others = all.map((each) => each.file).filter((each) => each !== chosen.file);
  return { file: chosen.file, others };
}

function named(file: string, scope: Scope | undefined): string {
  if (file === "") throw usage("Give --file a file.");
  if (scope !== undefined) throw usage("Give --file or --scope.");
  return file;
}

/** Prefers the nearest file with servers, then one that exists, then one whose client is installed. */
async function likelyPlace(
  places: readonly ClientPlace[],
  context: CommandContext,
): Promise<ClientPlace | undefined> {
  for (const place of places) {
    if (await hasServers(place.file, context)) return place;
  }
  for (const place of places) if (await isThere(place.file)) return place;
  for (const place of places) {
    if (place.scope === "user" && (await isThere(dirname(place.file)))) return place;
  }
  return places.find(({ scope }) => scope === "project");
}

/** A project can come from others, who may have put a link there. */
async function refuseLinkedFolder(file: string): Promise<void> {
  const folder = dirname(file);
  const stats = await lstat(folder).catch(() => undefined);
  if (stats?.isSymbolicLink() === true) {
    throw usage(`${printable(folder)} is a symbolic link. Name the file itself with --file.`);
  }
}

/** Creates the folder of a project's file. */
export async function makeFolder(file: string): Promise<void> {
  await mkdir(dirname(file)).catch(() => undefined);
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** A file that cannot be read is chosen too, so that its problem is reported. */
async function hasServers(file: string, context: CommandContext): Promise<boolean> {
  const stats = await stat(file).catch(() => undefined);
  if (stats?.isFile() !== true) return false;
  try {
    const text = await readText(file, context, 16);
    const listed = await listsIn(text, file, context);
    return (
      listed !== undefined && listed.lists.some(({ entries }) => Object.keys(entries).length > 0)
    );
  } catch (error) {
    if (isRefusal(error) || error instanceof UsageProblem) return true;
    throw error;
  }
}

/** Finds the lists of servers in the text of a client's file. */
export async function listsIn(
  text: string,
  file: string,
  { folder }: Pick<CommandContext, "folder">,
): Promise<ListedServers | undefined> {
  if (text.trim() === "") return undefined;
  const value = await readClientText(text, printable(file));
  if (!isJsonObject(value)) {
    throw usage(`${printable(file)} is not what a client writes: expected an object.`);
  }
  return serverListsIn(value, { file, folders: withParents(resolve(folder)) });
}
