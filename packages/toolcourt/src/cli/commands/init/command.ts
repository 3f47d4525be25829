import { stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { createPositions } from "@toolcourt/contracts/internal/judge/position";
import { scanJson, skipBlanks } from "@toolcourt/contracts/internal/judge/scan-json";
import { printable, printableLines } from "@toolcourt/gateway/internal/boundary/files/printable";
import { labelOf, readText } from "@toolcourt/gateway/internal/boundary/files/read-file";
import { writeWhole } from "@toolcourt/gateway/internal/boundary/files/write-file";
import { defaultFile } from "@toolcourt/gateway/internal/compose/find-config";
import { isJsonObject, type JsonValue, parseJson } from "@toolcourt/sdk";
import { readClientServers } from "../../../authoring/scaffolding/clients/client-servers.ts";
import {
  type FoundServers,
  notesOf,
  type SkippedServer,
} from "../../../authoring/scaffolding/clients/found-server.ts";
import {
  importedConfig,
  plainJson,
} from "../../../authoring/scaffolding/clients/imported-config.ts";
import { readRegistryServer } from "../../../authoring/scaffolding/clients/registry-servers.ts";
import {
  type CommandContext,
  defineCommand,
  switchFlag,
  type Terminal,
  textFlag,
  usage,
} from "../../command.ts";
import { refuseTaken } from "../../new-project.ts";
import { count } from "../../style.ts";
import { suggested } from "../../suggest.ts";

export const command = defineCommand({
  flags: {
    from: textFlag(
      "file",
      "The file to read (default: the first client file found in the usual places)",
    ),
    dryRun: switchFlag("Print the configuration, and write nothing"),
  },
  notes: [
    "Reads mcp.json of VS Code and Cursor, .mcp.json, claude_desktop_config.json, and server.json.",
    "Values of env are copied only if they are plainly harmless. The others become ${NAME}; set NAME yourself.",
    "The same holds for arguments; the output names the variable for each one left out.",
    "The output and the new file list everything left out. No file is overwritten.",
    "Examples:",
    "  toolcourt init",
    "  toolcourt init --from ~/.cursor/mcp.json --dry-run",
    "Exit 0: written, or printed. Exit 2: could not be done.",
  ],

  async run({ values }, context) {
    const { terminal, folder } = context;
    if (values.from === "") throw usage("Give --from a file.");
    const { file, others } = await sourceOf(values.from, context);
    const found = await serversIn(file, context);
    if (found.servers.length === 0) {
      for (const line of found.skipped.map(whyLeftOut)) terminal.err(printable(line));
      throw usage(`${labelOf(file)} has no server that could be taken over.`);
    }
    const text = importedConfig(found);
    if (!values.dryRun) {
      await refuseTaken([{ path: defaultFile, text }], folder);
      await writeWhole(folder, defaultFile, text);
    }
    for (const line of outcomeLines({ file, others, found, dry: values.dryRun }))
      terminal.err(line);
    terminal.out(values.dryRun ? printableLines(text.trimEnd()) : next(found, terminal));
    return 0;
  },
});

interface Source {
  readonly file: string;
  /** Other client files that were found but not read. */
  readonly others: readonly string[];
}

async function sourceOf(named: string | undefined, context: CommandContext): Promise<Source> {
  if (named !== undefined) return { file: named, others: [] };
  const there: string[] = [];
  for (const file of clientFiles(context)) {
    if (await isFile(resolve(context.folder, file))) there.push(file);
  }
  const [file, ...others] = there;
  if (file !== undefined) return { file, others };
  throw usage("No client file was found in the usual places. Name the file with --from.");
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}

/** Configurations are handwritten. A file of this size was named by mistake. */
const maxMb = 1;

async function serversIn(file: string, context: CommandContext): Promise<FoundServers> {
  const value = valueOf(plainJson(await readText(file, context, maxMb)), labelOf(file));
  const found = isJsonObject(value)
    ? (readClientServers(value) ?? readRegistryServer(value))
    : undefined;
  if (found !== undefined && found.servers.length + found.skipped.length > 0) return found;
  const expected = "mcpServers, servers, or the packages or remotes of a server.json";
  throw usage(`${labelOf(file)} lists no server: expected ${expected}.`);
}

function valueOf(text: string, file: string): JsonValue {
  const from = text.startsWith("\uFEFF") ? 1 : 0;
  const scanned = scanJson(text, from);
  const end = scanned.kind === "value" ? skipBlanks(text, scanned.end) : from;
  if (scanned.kind === "value" && end === text.length) return parseJson(text.slice(from));
  const flaw =
    scanned.kind === "flaw" ? scanned.flaw : { offset: end, expected: "the end of the file" };
  throw new Refusal("json-invalid", {
    file,
    ...createPositions(text)(flaw.offset),
    expected: flaw.expected,
  });
}

interface Outcome extends Source {
  readonly found: FoundServers;
  readonly dry: boolean;
}

function outcomeLines({ file, others, found, dry }: Outcome): readonly string[] {
  const { servers, skipped, unknown } = found;
  const names = servers.map(({ name }) => name).join(", ");
  return [
    `Read ${labelOf(file)}: ${count(servers.length, "server")}${names === "" ? "" : ` (${names})`}.`,
    ...(others.length === 0
      ? []
      : [`Also found, but not read: ${others.join(", ")}. Choose one with --from.`]),
    ...servers.flatMap((server) =>
      notesOf(server, servers).map((note) => `${server.name}: ${note}`),
    ),
    ...skipped.map(whyLeftOut),
    ...(unknown.length === 0 ? [] : [`Not taken over: ${unknown.join(", ")}.`]),
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

/** Returns the files where clients keep their servers, nearest first. */
export function clientFiles({
  environment,
}: Pick<CommandContext, "environment">): readonly string[] {
  const home = environment["HOME"] ?? environment["USERPROFILE"];
  const roaming = environment["APPDATA"];
  const settings = [
    ...(home === undefined
      ? []
      : [join(home, ".config"), join(home, "Library", "Application Support")]),
    ...(roaming === undefined ? [] : [roaming]),
  ];
  return [
    join(".vscode", "mcp.json"),
    join(".cursor", "mcp.json"),
    ".mcp.json",
    "mcp.json",
    "server.json",
    "claude_desktop_config.json",
    ...settings.map((folder) => join(folder, "Claude", "claude_desktop_config.json")),
    ...(home === undefined ? [] : [join(home, ".cursor", "mcp.json")]),
    ...settings.map((folder) => join(folder, "Code", "User", "mcp.json")),
  ];
}
