import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { isRefusal } from "@toolcourt/contracts/internal/errors/refusal";
import { printable, printableLines } from "@toolcourt/gateway/internal/boundary/files/printable";
import { labelOf, readText } from "@toolcourt/gateway/internal/boundary/files/read-file";
import { writeWhole } from "@toolcourt/gateway/internal/boundary/files/write-file";
import { defaultFile } from "@toolcourt/gateway/internal/compose/find-config";
import { isJsonObject } from "@toolcourt/sdk";
import { readClientServers } from "../../../authoring/scaffolding/clients/client-servers.ts";
import {
  type FoundServers,
  notesOf,
  type SkippedServer,
} from "../../../authoring/scaffolding/clients/found-server.ts";
import { importedConfig } from "../../../authoring/scaffolding/clients/imported-config.ts";
import { readRegistryServer } from "../../../authoring/scaffolding/clients/registry-servers.ts";
import {
  type ListedServers,
  serverListsIn,
} from "../../../authoring/scaffolding/clients/server-lists.ts";
import { readClientText } from "../../client-files/client-text.ts";
import {
  type ClientName,
  clientNames,
  clientPlaces,
  clientTitles,
  withParents,
} from "../../client-files/clients.ts";
import {
  type CommandContext,
  choiceFlag,
  defineCommand,
  switchFlag,
  type Terminal,
  textFlag,
  UsageProblem,
  usage,
} from "../../command.ts";
import { refuseTaken } from "../../new-project.ts";
import { count } from "../../style.ts";
import { suggested } from "../../suggest.ts";

export const command = defineCommand({
  flags: {
    from: textFlag("file", "The file to read (default: those of the first client found)"),
    client: choiceFlag("name", clientNames, "Read the files of this client"),
    dryRun: switchFlag("Print the configuration, and write nothing"),
  },
  notes: [
    "Reads the files of Claude Code, Claude Desktop, Codex, Cursor, Gemini CLI, VS Code, Windsurf and Zed, and server.json.",
    "Without --from it reads all files of one client: of this project, then of the user. The nearer one counts.",
    "Values of env are copied only if they are plainly harmless. The others become ${NAME}; set NAME yourself.",
    "The same holds for arguments; the output names the variable for each one left out.",
    "The output and the new file list everything left out. No file is overwritten.",
    "Examples:",
    "  toolcourt init",
    "  toolcourt init --client claude-code",
    "  toolcourt init --from ~/.cursor/mcp.json --dry-run",
    "Exit 0: written, or printed. Exit 2: could not be done.",
  ],

  async run({ values }, context) {
    const { terminal, folder } = context;
    const { files, others } = await sourceOf(values, context);
    const labels = files.map(labelOf).join(" and ");
    const found = await serversIn(files, context);
    if (found.servers.length === 0) {
      for (const line of found.skipped.map(whyLeftOut)) terminal.err(printable(line));
      throw usage(`${labels} has no server that could be taken over.`);
    }
    const text = importedConfig(found);
    if (!values.dryRun) {
      await refuseTaken([{ path: defaultFile, text }], folder);
      await writeWhole(folder, defaultFile, text);
    }
    for (const line of outcomeLines({ labels, others, found, dry: values.dryRun }))
      terminal.err(line);
    terminal.out(values.dryRun ? printableLines(text.trimEnd()) : next(found, terminal));
    return 0;
  },
});

interface Source {
  /** The files of one client, the nearest first. */
  readonly files: readonly string[];
  /** Files of other clients that were found but not read. */
  readonly others: readonly string[];
}

interface Naming {
  readonly from: string | undefined;
  readonly client: ClientName | undefined;
}

async function sourceOf({ from, client }: Naming, context: CommandContext): Promise<Source> {
  if (from !== undefined) return { files: [named(from, client)], others: [] };
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
    files: there.filter(isOfFirst).map(({ file }) => file),
    others: there.filter((each) => !isOfFirst(each)).map(({ file }) => file),
  };
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

interface Found extends FoundServers {
  /** Servers of other projects, one line each. */
  readonly elsewhere: readonly string[];
}

async function serversIn(files: readonly string[], context: CommandContext): Promise<Found> {
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

interface Outcome {
  readonly labels: string;
  readonly others: readonly string[];
  readonly found: Found;
  readonly dry: boolean;
}

function outcomeLines({ labels, others, found, dry }: Outcome): readonly string[] {
  const { servers, skipped, unknown, elsewhere } = found;
  const names = servers.map(({ name }) => name).join(", ");
  return [
    `Read ${labels}: ${count(servers.length, "server")}${names === "" ? "" : ` (${names})`}.`,
    ...(others.length === 0
      ? []
      : [`Also found, but not read: ${others.join(", ")}. Choose one with --from or --client.`]),
    ...servers.flatMap((server) =>
      notesOf(server, servers).map((note) => `${server.name}: ${note}`),
    ),
    ...skipped.map(whyLeftOut),
    ...(unknown.length === 0 ? [] : [`Not taken over: ${unknown.join(", ")}.`]),
    ...elsewhere,
    ...(dry ? [] : [`Wrote ${defaultFile}.`]),
  ].map(printable);
}

function whyLeftOut({ name, because }: SkippedServer): string {
  return `${name} was left out: ${because}.`;
}

function next({ variables, servers }: FoundServers, terminal: Terminal): string {
  const set =
    variables.length === 0
      ? []
      : [
          "Set these environment variables to the values in the file:",
          ...variables.map((name) => `  ${name}`),
        ];
  const [first] = servers;
  return [
    ...set,
    "Next:",
    `  ${suggested("toolcourt effective", terminal)}`,
    ...servers.flatMap(({ signIn }) =>
      signIn === undefined ? [] : [`  ${suggested(signIn, terminal)}`],
    ),
    ...(first === undefined || !/^[\w.-]+$/.test(first.name)
      ? []
      : [`  ${suggested(`toolcourt adopt ${first.name}`, terminal)}`]),
    `  ${suggested("toolcourt lock", terminal)}`,
    `  ${suggested("toolcourt serve", terminal)}`,
  ].join("\n");
}
