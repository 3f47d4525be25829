import { cut } from "@toolcourt/contracts/internal/kernel/nearest";
import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import { type Effect, effects } from "@toolcourt/sdk";
import {
  effectOfVerb,
  type NameReading,
  readServerName,
  readToolName,
  type ToolName,
} from "../../../authoring/scaffolding/name.ts";
import type { NewTool } from "../../../authoring/scaffolding/tool-files.ts";
import {
  type CommandContext,
  choiceFlag,
  defineCommand,
  switchFlag,
  textFlag,
  type UsageProblem,
  usage,
} from "../../command.ts";
import { unknown } from "../../names.ts";
import {
  carryOut,
  isProject,
  type Plan,
  planAddition,
  planProject,
  refuseTaken,
} from "../../new-project.ts";

export const command = defineCommand({
  flags: {
    effect: choiceFlag(
      "effect",
      effects,
      "The side effect of the tool (default: inferred from its verb)",
    ),
    tool: textFlag("verb-noun", "The first tool of a new server (default: get-<name>)"),
    dryRun: switchFlag("List what would be written, and write nothing"),
  },
  notes: [
    "server <name>: creates a project with one tool in a folder of that name.",
    "tool <verb-noun>: adds a tool to the project in this folder: contract, handler, test and docs page.",
    "Without a package.json in the folder, `tool` also creates a project.",
    "A name is a verb and a noun in kebab case. Append -v2 for a version that breaks callers.",
    "No file is overwritten. If one already exists, nothing is written and the error names it.",
    "Examples:",
    "  toolcourt new server weather",
    "  toolcourt new tool delete-card --dry-run",
    "Exit 0: written, or listed. Exit 2: could not be done.",
  ],

  async run({ values, positionals: [what = "", given = ""] }, context) {
    const { terminal } = context;
    const asked = { given, effect: values.effect, first: values.tool };
    const plan = await planOf(what, asked, context);
    if (values.dryRun) await refuseTaken(plan.made.fresh, context.folder);
    else await carryOut(plan.made, context);
    terminal.out(outcomeText(plan, values.dryRun));
    return 0;
  },
});

interface AskedFor {
  readonly given: string;
  readonly effect: Effect | undefined;
  readonly first: string | undefined;
}

interface Planned {
  readonly made: Plan;
  readonly next: readonly string[];
}

async function planOf(what: string, asked: AskedFor, context: CommandContext): Promise<Planned> {
  if (what === "server") {
    const name = nameIn(readServerName(asked.given));
    const tool = toolOf(nameIn(readToolName(asked.first ?? `get-${name}`)), asked.effect);
    return { made: planProject(name, tool), next: inFolder(name) };
  }
  if (what !== "tool") throw unknownThing(what);
  if (asked.first !== undefined)
    throw usage("--tool is for a new server: it names its first tool.");
  const tool = toolOf(nameIn(readToolName(asked.given)), asked.effect);
  if (await isProject(context)) {
    return { made: await planAddition(tool, context), next: here };
  }
  return { made: planProject(tool.name, tool), next: inFolder(tool.name) };
}

const here = ["npm test", "npm run check"];

function inFolder(folder: string): readonly string[] {
  return [`cd ${folder}`, "npm install", ...here, "npx toolcourt serve"];
}

function toolOf(name: ToolName, effect: Effect | undefined): NewTool {
  return { ...name, effect: effect ?? effectOfVerb(name.verb) };
}

function nameIn<Name>(reading: NameReading<Name>): Name {
  if (reading.kind === "refused") throw usage(reading.problem);
  return reading.name;
}

function outcomeText({ made, next }: Planned, dry: boolean): string {
  const { fresh, changed, notes } = made;
  const [write, change] = dry ? ["Would write", "Would add to"] : ["Wrote", "Added to"];
  return [
    ...fresh.map(({ path }) => `${write} ${printable(path)}`),
    ...changed.map(({ path }) => `${change} ${printable(path)}`),
    ...notes,
    ...(dry ? [] : ["", "Next:", ...next.map((line) => `  ${line}`)]),
  ].join("\n");
}

function unknownThing(what: string): UsageProblem {
  const { given, nearest } = unknown(cut(what), ["tool", "server"]);
  const guess = nearest === undefined ? "" : ` Did you mean ${nearest}?`;
  return usage(`There is no new ${printable(given)}; there are tool and server.${guess}`);
}
