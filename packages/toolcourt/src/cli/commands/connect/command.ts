import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { printable, printableJson } from "@toolcourt/gateway/internal/boundary/files/printable";
import { readText } from "@toolcourt/gateway/internal/boundary/files/read-file";
import { findConfig } from "@toolcourt/gateway/internal/compose/find-config";
import type { Config } from "@toolcourt/gateway/internal/config/config";
import { loadConfig } from "@toolcourt/gateway/internal/config/load";
import { type ClientName, clientNames } from "@toolcourt/gateway/internal/edge/clients/clients";
import { clientMeans, gatewayEntry } from "@toolcourt/gateway/internal/edge/clients/gateway-entry";
import type { ServerList } from "../../../authoring/scaffolding/clients/server-lists.ts";
import {
  type ClientFile,
  openClientFile,
  replaceClientFile,
  restoreClientFile,
} from "../../client-files/client-file.ts";
import { editList, type ListEdit } from "../../client-files/edit-list.ts";
import {
  type CommandContext,
  choiceFlag,
  configFlag,
  defineCommand,
  type ExitCode,
  switchFlag,
  textFlag,
  usage,
  type Values,
} from "../../command.ts";
import { unknown } from "../../names.ts";
import { choosePlace, listsIn, makeFolder } from "./client-place.ts";
import { gatewayReach } from "./gateway-reach.ts";
import { servedEntries } from "./moved-servers.ts";
import { type Connected, doneText, dryText, noteLines } from "./text.ts";

const flags = {
  config: configFlag,
  scope: choiceFlag("scope", ["project", "user"], "Write the file of this project, or the user's"),
  file: textFlag("file", "Write this file of the client (default: the one with its servers)"),
  replace: switchFlag("Take out the servers that the gateway serves, so that calls pass it"),
  stdio: switchFlag("Let the client start the gateway itself, instead of connecting to it"),
  url: textFlag("url", "The address of the gateway (default: from the configuration)"),
  tokenEnv: textFlag("variable", "The variable in which the client finds its key"),
  name: textFlag("name", "The name of the entry (default: toolcourt)"),
  dryRun: switchFlag("Print what would be written, and write nothing"),
  undo: switchFlag("Put the file back as it was before connect, byte for byte"),
} as const;

/** Clients keep other settings and their history in the same files. */
const maxClientFileMb = 16;

type Wishes = Values<typeof flags>;

export const command = defineCommand({
  flags,
  notes: [
    `Clients: ${clientNames.join(", ")}.`,
    "The entry is added in place: comments, spacing and the order of keys stay as they are.",
    "The old file is kept beside the new one, for --undo. A file that changed since is left alone.",
    "No key is written: --token-env names a variable, in the syntax of the client.",
    "Examples:",
    "  toolcourt connect cursor --replace",
    "  toolcourt connect codex --scope project --token-env TOOLCOURT_KEY",
    "  toolcourt connect cursor --undo",
    "Exit 0: written, put back, or nothing to do. Exit 2: could not be done, and nothing changed.",
  ],

  async run({ values, positionals }, context) {
    const client = clientIn(positionals);
    const place = await choosePlace(client, values, context);
    const file = await openClientFile(place.file, context.uid);
    if (values.undo) return undo(file, context);
    return connect({ client, file, others: place.others }, values, context);
  },
});

function clientIn([given = ""]: readonly string[]): ClientName {
  const client = clientNames.find((name) => name === given);
  if (client !== undefined) return client;
  const known = `Name a client: ${clientNames.join(", ")}.`;
  if (given === "") throw usage(known);
  const { given: shown, nearest } = unknown(given, clientNames);
  const guess = nearest === undefined ? known : `Did you mean ${nearest}?`;
  throw usage(`There is no client ${printable(shown)}. ${guess}`);
}

async function undo(file: ClientFile, { terminal, clock }: CommandContext): Promise<ExitCode> {
  const outcome = await restoreClientFile(file, clock);
  const path = printable(file.path);
  terminal.out(
    outcome === "removed"
      ? `Removed ${path}, which connect had created.`
      : `Put ${path} back as it was.`,
  );
  return 0;
}

interface Connecting {
  readonly client: ClientName;
  readonly file: ClientFile;
  /** Other files of the client. */
  readonly others: readonly string[];
}

async function connect(
  { client, file, others }: Connecting,
  wishes: Wishes,
  context: CommandContext,
): Promise<ExitCode> {
  const name = nameIn(wishes.name);
  const { config, hasFile } = await readConfig(wishes.config, context);
  const reach = gatewayReach(client, wishes, { config, hasFile, context });
  const text = textOf(file);
  const lists = (await listsIn(text, file.path, context))?.lists ?? [];
  const found = servedEntries(lists, name, config.toolbox.servers);
  const edit: ListEdit = {
    path: listPath(client, lists),
    name,
    entry: gatewayEntry(client, reach),
    removed: wishes.replace ? found.served : [],
  };
  const edited = await editList(text, edit, file.path);
  if (edited === undefined) throw usage(whyNotEdited(file.path, edit));
  const connected: Connected = {
    client,
    file: file.path,
    edit,
    reach,
    found,
    elsewhere: await servedElsewhere(others, { name, config }, context),
    replaces: wishes.replace,
  };
  for (const line of noteLines(connected, context.terminal)) context.terminal.err(line);
  context.terminal.out(
    await carriedOut(connected, { file, text, edited, dry: wishes.dryRun }, context),
  );
  return 0;
}

interface Edited {
  readonly file: ClientFile;
  readonly text: string;
  readonly edited: string;
  readonly dry: boolean;
}

async function carriedOut(
  connected: Connected,
  { file, text, edited, dry }: Edited,
  { terminal, clock }: CommandContext,
): Promise<string> {
  if (edited === text) return `${printable(file.path)} has this entry already. Nothing to do.`;
  if (dry) return dryText(connected);
  if (file.found === undefined) await makeFolder(file.path);
  return doneText(connected, await replaceClientFile(file, edited, clock), terminal);
}

/** Finds servers of the gateway in other files of the client. A file that cannot be read has none. */
async function servedElsewhere(
  files: readonly string[],
  { name, config }: { readonly name: string; readonly config: Config },
  context: CommandContext,
): Promise<Connected["elsewhere"]> {
  const found: { readonly file: string; readonly names: readonly string[] }[] = [];
  for (const file of files) {
    const lists = await readText(file, context, maxClientFileMb)
      .then((text) => listsIn(text, file, context))
      .catch(() => undefined);
    const { served } = servedEntries(lists?.lists ?? [], name, config.toolbox.servers);
    if (served.length > 0) found.push({ file, names: served.map((each) => each.name) });
  }
  return found;
}

function nameIn(given: string | undefined): string {
  if (given === undefined) return "toolcourt";
  if (/^[A-Za-z0-9][\w-]{0,63}$/.test(given)) return given;
  throw usage("Give --name letters, digits, dashes and underscores.");
}

async function readConfig(
  named: string | undefined,
  context: CommandContext,
): Promise<{ readonly config: Config; readonly hasFile: boolean }> {
  const { text, source } = await findConfig(named, context);
  // The variables of its servers are for the gateway, and may be unknown here.
  const config = loadConfig(text, { ...source, opensNoServer: true });
  return { config, hasFile: source.file !== undefined };
}

function textOf({ path, found }: ClientFile): string {
  if (found === undefined) return "";
  // So a file looks that is just being written.
  if (found.bytes.length === 0) {
    throw usage(`${printable(path)} is empty. If no client is writing it, delete it first.`);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(found.bytes);
  } catch (error) {
    throw new Refusal("file-not-text", { file: printable(path) }, { cause: error });
  }
}

/** Adds to the list of the user, also where a project has its own list in the same file. */
function listPath(client: ClientName, lists: readonly ServerList[]): readonly string[] {
  const own = lists.find(({ path }) => path[0] !== "projects");
  return own?.path ?? [clientMeans[client].list];
}

function whyNotEdited(file: string, { path, name, entry }: ListEdit): string {
  const shown = `"${name}": ${printableJson(entry)}`;
  return `${printable(file)} has ${path.join(".")} in a form that cannot be edited safely, so nothing was changed. Add by hand: ${shown}`;
}
