import { createJudge, type JudgeBench } from "@toolcourt/contracts/internal/judge/judge";
import { allRules } from "@toolcourt/contracts/internal/judge/rules";
import { overlayFolder } from "@toolcourt/gateway/internal/compose/load-overlays";
import { profileNames } from "@toolcourt/sdk/rules";
import { type CommandContext, defineCommand, usage } from "../../command.ts";
import { readProfiles } from "../../names.ts";
import { fixTools, layOverlays, openOverlayFiles } from "../../overlay-files.ts";
import type { Target } from "../../targets.ts";
import { findTargets, noteStrays } from "./find-targets.ts";
import { formats, type Judged, reporters, summarize } from "./report.ts";

export const command = defineCommand({
  behindDashes: "[-- command args...]",
  flags: {
    profile: {
      type: "list",
      value: "name",
      summary: `Judge by this profile; of several the strictest counts (${profileNames.join(", ")}; default: core)`,
    },
    server: {
      type: "text",
      value: "name",
      summary:
        "Whose tools these are (default: what the row says, or the name of the file, host or program)",
    },
    format: {
      type: "text",
      value: "format",
      summary: "How to report (default: text)",
      choices: formats,
    },
    json: { type: "switch", summary: "The same as --format json" },
    overlays: {
      type: "text",
      value: "folder",
      summary: "The folder of overlays, server/tool.yaml in it (default: contracts, if it exists)",
    },
    fix: { type: "switch", summary: "Write overlays for what the rules can repair, then judge" },
    maxWarnings: { type: "text", value: "number", summary: "Exit 1 if there are more warnings" },
  },
  notes: [
    "A file holds an array of tools, an object with `tools`, the answer to `tools/list`, or one tool a line.",
    "A file whose name ends in .yaml or .yml holds HTTP tools.",
    "Name - to read standard input, or the address of a server to judge what it lists.",
    "What stands behind -- is started as a server, listed over its standard input and output, and ended.",
    "Exit 0: no finding of severity error. Exit 1: there is one, or too many warnings. Exit 2: could not judge.",
  ],

  async run({ values, positionals, behindDashes }, context) {
    const { terminal, clock } = context;
    refuseEmptyNames(values, positionals);
    refuseNoCommand(values, positionals, behindDashes);
    refuseLocal(values);
    const bench = { rules: allRules, profiles: readProfiles(values.profile), now: clock.now() };
    const format = readFormat(values);
    const maxWarnings = readMaxWarnings(values.maxWarnings);
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
function refuseEmptyNames(
  { server, overlays }: { readonly [Flag in "server" | "overlays"]: string | undefined },
  files: readonly string[],
): void {
  if (files.includes("")) throw usage("Name a file, or - for standard input.");
  if (server === "") throw usage("Give --server a name.");
  if (overlays === "") throw usage("Give --overlays a folder.");
}

function refuseNoCommand(
  { fix, server }: { readonly fix: boolean; readonly server: string | undefined },
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
function refuseLocal({
  fix,
  server,
}: {
  readonly fix: boolean;
  readonly server: string | undefined;
}): void {
  if (fix && server === "local") throw usage("Local tools have no overlays: mend their code.");
}

function readFormat({
  json,
  format = json ? "json" : "text",
}: {
  readonly json: boolean;
  readonly format: keyof typeof reporters | undefined;
}): keyof typeof reporters {
  if (json && format !== "json") throw usage("Give either --json or --format.");
  return format;
}

function readMaxWarnings(given: string | undefined): number {
  if (given === undefined) return Number.POSITIVE_INFINITY;
  if (/^\d{1,9}$/.test(given)) return Number(given);
  throw usage("Give --max-warnings a whole number.");
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
