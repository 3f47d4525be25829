import { printable, printableLines } from "@toolcourt/gateway/internal/boundary/files/printable";
import { writeWhole } from "@toolcourt/gateway/internal/boundary/files/write-file";
import { defaultFile } from "@toolcourt/gateway/internal/compose/find-config";
import { clientNames } from "@toolcourt/gateway/internal/edge/clients/clients";
import { importedConfig } from "../../../authoring/scaffolding/clients/imported-config.ts";
import {
  type CommandContext,
  choiceFlag,
  defineCommand,
  switchFlag,
  textFlag,
  usage,
} from "../../command.ts";
import { refuseTaken } from "../../new-project.ts";
import { type Found, type Source, serversIn, sourceOf } from "./source.ts";
import { labelsOf, next, outcomeLines, whyLeftOut } from "./text.ts";

export const command = defineCommand({
  flags: {
    from: textFlag("file", "The file to read (default: those of the first client found)"),
    client: choiceFlag("name", clientNames, "Read the files of this client"),
    adopt: switchFlag("Then ask every server for its tools, and write overlays for review"),
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
    "  toolcourt init --client claude-code --adopt",
    "  toolcourt init --from ~/.cursor/mcp.json --dry-run",
    "With --adopt, the commands of the file are started. Read it first if others wrote it.",
    "With --adopt, a server that cannot be reached in a minute is named, and the others are adopted.",
    "Exit 0: written, or printed. Exit 2: could not be done.",
  ],

  async run({ values }, context) {
    const { terminal } = context;
    if (values.adopt && values.dryRun) throw usage("Give --adopt or --dry-run.");
    const source = await sourceOf(values, context);
    const found = await importable(source, context);
    const text = importedConfig(found);
    if (!values.dryRun) await write(text, context);
    for (const line of outcomeLines({ source, found, dry: values.dryRun })) terminal.err(line);
    if (values.dryRun) {
      terminal.out(printableLines(text.trimEnd()));
      return 0;
    }
    if (values.adopt) await adoptFound(context);
    terminal.out(next({ ...found, client: source.client, isAdopted: values.adopt }, terminal));
    return 0;
  },
});

async function importable(source: Source, context: CommandContext): Promise<Found> {
  const found = await serversIn(source.files, context);
  if (found.servers.length > 0) return found;
  for (const line of found.skipped.map(whyLeftOut)) context.terminal.err(printable(line));
  throw usage(`${labelsOf(source)} has no server that could be taken over.`);
}

async function write(text: string, { folder }: CommandContext): Promise<void> {
  await refuseTaken([{ path: defaultFile, text }], folder);
  await writeWhole(folder, defaultFile, text);
}

/** A server may wait for a variable or a login, so the new file stands whatever comes of it. */
async function adoptFound(context: CommandContext): Promise<void> {
  const { adoptEach, allText } = await import("../adopt/adopt-all.ts");
  const wishes = { config: undefined, profile: [], json: false, force: false, dryRun: false };
  const all = await adoptEach({ ...wishes, live: false, calls: 0 }, context);
  context.terminal.out(`${allText(all, wishes, context.terminal)}\n`);
}
