import { readdir } from "node:fs/promises";
import { extname, join, resolve } from "node:path";
import { createJudge, type JudgeOptions } from "@toolcourt/contracts/internal/judge/judge";
import { overlaySteps } from "@toolcourt/contracts/internal/judge/overlay-name";
import { allRules } from "@toolcourt/contracts/internal/judge/rules";
import { toolName } from "@toolcourt/contracts/internal/judge/tool-name";
import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import { labelOf } from "@toolcourt/gateway/internal/boundary/files/read-file";
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
import { isLive, liveServerOf } from "../../live-server.ts";
import { readProfiles } from "../../names.ts";
import { needsApproval } from "../../needs-approval.ts";
import { fixTools, layOverlays, openOverlayFiles } from "../../overlay-files.ts";
import { type FormatOf, formats, reports } from "../../reports/reports.ts";
import { readTargets, type Target } from "../../targets.ts";
import { type Judged, reportCheck } from "./report.ts";

const flags = {
  profile: listFlag(
    "name",
    `Check against this profile; if several are given, the strictest applies (${profileNames.join(", ")}; default: core)`,
  ),
  server: textFlag(
    "name",
    "The server name (default: from the tool's line, or the name of the file, host or program)",
  ),
  format: choiceFlag("format", formats.check, "How to report (default: text)"),
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
    "Exit 0: no finding of severity error. Exit 1: there is one, or too many warnings. Exit 2: could not judge, or found no tool.",
  ],

  async run({ values, positionals, behindDashes }, context) {
    const { terminal, clock } = context;
    refuseEmptyNames(values, positionals);
    refuseNoCommand(values, positionals, behindDashes);
    refuseLocal(values);
    const options = { rules: allRules, profiles: readProfiles(values.profile), now: clock.now() };
    const format = readFormat(values);
    const maxWarnings =
      readWhole("--max-warnings", values.maxWarnings, { min: 0, max: 999_999_999 }) ?? Infinity;
    const overlays = await openOverlayFiles(values.overlays, values.fix, context);

    const found = await findTargets(
      { files: positionals, command: behindDashes },
      values.server,
      context,
    );
    if (values.fix) await fixTools(found, overlays, { options, terminal });

    const folder = values.overlays ?? overlayFolder;
    for (const note of await noteStrays(found, folder, context.folder)) terminal.err(note);

    const targets = await layOverlays(found, overlays);
    const judged = await judgeTargets(targets, options, context);
    const sources = [...positionals.map(sourceLabel), ...(behindDashes?.slice(0, 1) ?? [])];
    const report = reportCheck(judged, { sources, maxWarnings });
    terminal.out(reports[format](report, terminal));
    return report.verdict.exit;
  },
});

/** Addresses may hold secrets. */
function sourceLabel(named: string): string {
  return isLive(named)
    ? liveServerOf({ address: named, server: undefined }, ".").label
    : labelOf(named);
}

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

function readFormat({ json, format = json ? "json" : "text" }: CheckFlags): FormatOf<"check"> {
  if (json && format !== "json") throw usage("Give either --json or --format.");
  return format;
}

/** Yields to the event loop after this many tools. */
const breath = 128;

/** Judges the tools in order. Can be aborted between two batches. */
export async function judgeTargets(
  targets: readonly Target[],
  options: JudgeOptions,
  { clock, signal, terminal }: CommandContext,
): Promise<readonly Judged[]> {
  const judge = createJudge(targets, options);
  const judged: Judged[] = [];
  for (const target of targets) {
    const verdict = judge(target);
    const withApproval = verdict.callable && needsApproval(target, options);
    judged.push({ ...target, ...verdict, withApproval });
    if (judged.length % breath === 0) {
      terminal.progress(`Judged ${judged.length} of ${targets.length} tools`);
      await clock.sleep(0, signal);
    }
  }
  terminal.progress("");
  return judged;
}

/** The targets of a command line: distinct files and addresses, and one command to start. */
interface Named {
  readonly files: readonly string[];
  readonly command: readonly string[] | undefined;
}

/** Returns the tools of all targets, in the order given. */
async function findTargets(
  { files, command: program }: Named,
  server: string | undefined,
  context: CommandContext,
): Promise<readonly Target[]> {
  const found: Target[] = [];
  for (const file of new Set(files)) {
    found.push(...(await (await readerOf(file))(file, server, context)));
  }
  if (program !== undefined) {
    const { readCommandTargets } = await import("../../live-targets.ts");
    found.push(...(await readCommandTargets(program, server, context)));
  }
  return found;
}

// A client of servers and a reader of HTTP tools are heavy, and most runs need neither.
async function readerOf(file: string): Promise<typeof readTargets> {
  if (isLive(file)) return (await import("../../live-targets.ts")).readLiveTargets;
  // HTTP tools are written in YAML, the tool lists of servers are JSON.
  const holdsHttpTools = [".yaml", ".yml"].includes(extname(file).toLowerCase());
  return holdsHttpTools ? (await import("./http-targets.ts")).readHttpTargets : readTargets;
}

/**
 * Notes overlays that match no judged tool: they have no effect. Not a refusal, since the list may
 * be only part of the server's.
 */
async function noteStrays(
  targets: readonly Pick<Target, "server" | "tool">[],
  overlays: string,
  root: string,
): Promise<readonly string[]> {
  const known = new Set(targets.map(({ server, tool }) => pathOf(server, toolName(tool))));
  const notes: string[] = [];
  for (const server of new Set(targets.map((target) => target.server))) {
    const [folder] = overlaySteps(server, "any") ?? [];
    if (folder === undefined) continue;
    const files = await readdir(resolve(root, overlays, folder)).catch(() => []);
    for (const file of files.filter((name) => /\.ya?ml$/.test(name)).toSorted()) {
      if (known.has(join(folder, file))) continue;
      const meant = pathOf(server, file.replace(/\.ya?ml$/, ""));
      const hint = known.has(meant) ? ` Rename it to ${printable(join(overlays, meant))}.` : "";
      notes.push(
        `${printable(join(overlays, folder, file))} belongs to no tool that was judged.${hint}`,
      );
    }
  }
  return notes;
}

function pathOf(server: string, name: string): string {
  return join(...(overlaySteps(server, name) ?? [""]));
}
