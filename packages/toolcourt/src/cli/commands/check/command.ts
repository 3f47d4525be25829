import { createJudge, type JudgeBench } from "@toolcourt/contracts/internal/judge/judge";
import { allRules } from "@toolcourt/contracts/internal/judge/rules";
import { overlayFolder } from "@toolcourt/gateway/internal/compose/load-overlays";
import { profileNames } from "@toolcourt/sdk/rules";
import {
  type CommandContext,
  choiceFlag,
  defineCommand,
  listFlag,
  readWhole,
  switchFlag,
  textFlag,
  usage,
  type Values,
} from "../../command.ts";
import { readProfiles } from "../../names.ts";
import { fixTools, layOverlays, openOverlayFiles } from "../../overlay-files.ts";
import type { Target } from "../../targets.ts";
import { findTargets, noteStrays } from "./find-targets.ts";
import { formats, type Judged, reporters, summarize } from "./report.ts";

const flags = {
  profile: listFlag(
    "name",
    `Check against this profile; if several are given, the strictest applies (${profileNames.join(", ")}; default: core)`,
  ),
  server: textFlag(
    "name",
    "The server name (default: from the tool's line, or the name of the file, host or program)",
  ),
  format: choiceFlag("format", formats, "How to report (default: text)"),
  json: switchFlag("The same as --format json"),
  overlays: textFlag(
    "folder",
    "The folder of overlays, server/tool.yaml in it (default: contracts, if it exists)",
  ),
  fix: switchFlag("Write overlays for what the rules can repair, then judge"),
  maxWarnings: textFlag("number", "Exit 1 if there are more warnings"),
};

type CheckFlags = Values<typeof flags>;

export const command = defineCommand({
  behindDashes: "[-- command args...]",
  flags,
  notes: [
    "A file holds an array of tools, an object with `tools`, a `tools/list` response, or one tool per line.",
    "A file whose name ends in .yaml or .yml holds HTTP tools.",
    "Use - for standard input, or give the address of a server to check the tools it lists.",
    "The command after -- is started as a stdio server. Its tools are listed, and then it is stopped.",
    "Exit 0: no finding of severity error. Exit 1: there is one, or too many warnings. Exit 2: could not judge.",
  ],

  async run({ values, positionals, behindDashes }, context) {
    const { terminal, clock } = context;
    refuseEmptyNames(values, positionals);
    refuseNoCommand(values, positionals, behindDashes);
    refuseLocal(values);
    const bench = { rules: allRules, profiles: readProfiles(values.profile), now: clock.now() };
    const format = readFormat(values);
    const maxWarnings =
      readWhole("--max-warnings", values.maxWarnings, { min: 0, max: 999_999_999 }) ?? Infinity;
    const overlays = await openOverlayFiles(values.overlays, values.fix, context);

    const found = await findTargets(
      { files: positionals, command: behindDashes },
      values.server,
      context,
    );
    if (values.fix) await fixTools(found, overlays, { bench, terminal });

    const folder = values.overlays ?? overlayFolder;
    for (const note of await noteStrays(found, folder, context.folder)) terminal.err(note);

    const targets = await layOverlays(found, overlays);
    const judged = await judgeTargets(targets, bench, context);
    const summary = summarize(judged);
    terminal.out(reporters[format](judged, terminal));
    return summary.errors > 0 || summary.warnings > maxWarnings ? 1 : 0;
  },
});

// Most likely an unset variable in a script. As a path it would mean the current folder.
function refuseEmptyNames({ server, overlays }: CheckFlags, files: readonly string[]): void {
  if (files.includes("")) throw usage("Name a file, or - for standard input.");
  if (server === "") throw usage("Give --server a name.");
  if (overlays === "") throw usage("Give --overlays a folder.");
}

function refuseNoCommand(
  { fix, server }: CheckFlags,
  files: readonly string[],
  program: readonly string[] | undefined,
): void {
  if (program === undefined) {
    if (files.length > 0) return;
    throw usage("Name a file, the address of a server, or a command behind --.");
  }
  if (program[0] === undefined || program[0] === "") throw usage("Name a command behind --.");
  // The default name would be the program, often `node` or `npx`. No gateway looks for overlays
  // there.
  if (fix && server === undefined) {
    throw usage("Give --server the name that the configuration has for it: --fix writes there.");
  }
}

// The gateway refuses to start with overlays for local tools.
function refuseLocal({ fix, server }: CheckFlags): void {
  if (fix && server === "local") throw usage("Local tools have no overlays: mend their code.");
}

function readFormat({ json, format = json ? "json" : "text" }: CheckFlags): keyof typeof reporters {
  if (json && format !== "json") throw usage("Give either --json or --format.");
  return format;
}

/** Yields to the event loop after this many tools. */
const breath = 128;

/** Judges the tools in order. Can be aborted between two batches. */
export async function judgeTargets(
  targets: readonly Target[],
  bench: JudgeBench,
  { clock, signal, terminal }: CommandContext,
): Promise<readonly Judged[]> {
  const judge = createJudge(targets, bench);
  const judged: Judged[] = [];
  for (const target of targets) {
    judged.push({ ...target, ...judge(target) });
    if (judged.length % breath === 0) {
      terminal.progress(`Judged ${judged.length} of ${targets.length} tools`);
      await clock.sleep(0, signal);
    }
  }
  terminal.progress("");
  return judged;
}
