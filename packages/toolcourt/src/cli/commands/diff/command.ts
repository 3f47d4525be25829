import { writeWhole } from "@toolcourt/gateway/internal/boundary/files/write-file";
import { type CommandContext, choiceFlag, defineCommand, textFlag, usage } from "../../command.ts";
import { openEngine } from "../../open-engine.ts";
import { openOverlayFiles } from "../../overlay-files.ts";
import { formats, reports } from "../../reports/reports.ts";
import { withItems, withoutRules } from "./items.ts";
import { pairSources, type TwoSources } from "./pair-sources.ts";
import { reportDiff } from "./report.ts";
import {
  type DiffSource,
  readDiffCommand,
  readDiffSource,
  type Side,
  type Sides,
  sidesOf,
} from "./sources.ts";

/** Fixed, so that every run produces the same witnesses. */
const seed = 1;

export const command = defineCommand({
  behindDashes: "[-- command args...] [-- command args...]",
  flags: {
    server: textFlag("name", "The server to compare, if a lock holds several"),
    format: choiceFlag("format", formats.diff, "How to report (default: text)"),
    output: textFlag("file", "Write the report there"),
    overlays: textFlag(
      "folder",
      "The folder of overlays, applied to both versions (default: contracts, if it exists)",
    ),
  },
  notes: [
    "Old and new are each a tool list file, a toolcourt.lock, - for standard input, or a server's address.",
    "The command after -- starts the new version. Its tools are listed, and then it is stopped.",
    "To start both versions, give the old command first, then another -- and the new command.",
    "Two files: toolcourt diff old.json new.json --format markdown",
    "Two servers to start: toolcourt diff -- node old.js -- node new.js",
    "The lock and a server: toolcourt diff toolcourt.lock --server crm -- node server.js",
    "Prompts and resource templates are compared too, between locks and servers.",
    "Exit 0: nothing breaks. Exit 1: something breaks, may break or widens, or a rule is broken. Exit 2: could not compare, or found no tool.",
  ],

  async run({ values, positionals, behindDashes }, context) {
    const { terminal, clock, signal, folder } = context;
    refuseEmpty(values);
    const sources = await readBoth(sidesOf(positionals, behindDashes), context);
    const overlays = await openOverlayFiles(values.overlays, false, context);
    const { server } = values;
    const lists = await pairSources(sources, { server, overlays, terminal });

    await using engine = openEngine({ clock });
    const progress = (done: number, all: number): void =>
      terminal.progress(`${done} of ${all} tools compared`);
    // Loaded lazily: other commands must start without the witness generator.
    const { reviseTools } = await import("@toolcourt/contracts/internal/revisions/revise-tools");
    const revising = { engine, seed, now: clock.now(), signal, progress };
    const { tools, ...revised } = await reviseTools(lists, revising);
    const revision = { ...revised, tools: tools.map(withoutRules) };
    terminal.progress("");

    const { isServerKnown } = lists;
    const named = { before: sources.before.label, after: sources.after.label, isServerKnown };
    // Files get neither colors nor the terminal's width.
    const page =
      values.output === undefined ? terminal : { ...terminal, color: false, columns: 80 };
    const parts = reportDiff({ ...revision, ...named });
    const report = reports[values.format ?? "text"](parts, page);
    if (values.output === undefined) terminal.out(report);
    else await writeWhole(folder, values.output, `${report}\n`);
    return parts.verdict.exit;
  },
});

// Most likely an unset variable in a script.
function refuseEmpty(
  values: Readonly<Record<"server" | "output" | "overlays", string | undefined>>,
): void {
  for (const flag of ["server", "output", "overlays"] as const) {
    if (values[flag] === "") throw usage(`Give --${flag} a value.`);
  }
}

async function readBoth([old, now]: Sides, context: CommandContext): Promise<TwoSources> {
  const [one, other] = [await readSide(old, context), await readSide(now, context)];
  const [before, after] = [withItems(one, other), withItems(other, one)];
  // Labels leave out the arguments, so two commands often have the same one.
  const areAlike = old.kind === "command" && before.label === after.label;
  return areAlike
    ? { before: called(before, "old"), after: called(after, "new") }
    : { before, after };
}

function called(source: DiffSource, which: string): DiffSource {
  return { ...source, label: `${source.label} (${which})` };
}

function readSide(side: Side, context: CommandContext): Promise<DiffSource> {
  return side.kind === "command"
    ? readDiffCommand(side.command, context)
    : readDiffSource(side.named, context);
}
