import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { cut } from "@toolcourt/contracts/internal/kernel/nearest";
import { printable, printableJson } from "@toolcourt/gateway/internal/boundary/files/printable";
import type { OpenRunningTools } from "@toolcourt/gateway/internal/compose/running-tools";
import { type RunSummary, runStates, type ShownRun } from "@toolcourt/sdk";
import { defineActionsCommand, type Open, type OpenedInput } from "../../actions.ts";
import {
  type Command,
  choiceFlag,
  configFlag,
  type ExitCode,
  jsonFlag,
  textFlag,
  usage,
} from "../../command.ts";
import { listText } from "../../style.ts";
import { runLine, runText } from "./text.ts";

const flags = {
  config: configFlag,
  json: jsonFlag,
  tool: textFlag("name", "List runs of this workflow"),
  state: choiceFlag("state", runStates, "List runs in this state"),
} as const;

type RunsInput = OpenedInput<typeof flags, OpenRunningTools>;

const maxListed = 1_000;

function createRunsCommand(open: Open<OpenRunningTools>): Command {
  return defineActionsCommand({
    flags,
    notes: [
      "Actions: list, show <id>. The beginning of an id is enough to show one.",
      "A run is one work of a workflow. Its steps are calls, with their ids in the audit log.",
      "Loads the modules of toolbox.local, and reads the stores of their workflows.",
      "Runs of memoryRuns are known to their gateway alone. The console shows them.",
      "Exit 0: done. Exit 2: could not be done.",
    ],
    open,
    actions: {
      list: { run: list },
      show: { needs: "Name the run by its id.", run: show },
    },
  });
}

async function list(input: RunsInput): Promise<ExitCode> {
  const { values, context } = input;
  const { terminal } = context;
  if (values.tool !== undefined) refuseUnknown(values.tool, input.opened);
  const found = await newest(input);
  terminal.out(
    values.json ? printableJson(found.map((each) => ({ ...each }))) : listText(found.map(runLine)),
  );
  if (found.length === maxListed) {
    terminal.err(`Only the newest ${maxListed} are listed. Use --tool or --state.`);
  }
  return 0;
}

function refuseUnknown(tool: string, { tools }: OpenRunningTools): void {
  const names = tools.map(({ name }) => name);
  if (names.includes(tool)) return;
  const known = names.length === 0 ? "There is none." : `There are: ${names.join(", ")}.`;
  throw usage(`No workflow is named ${printable(cut(tool))}. ${known}`);
}

/** Merges the runs of all workflows. */
async function newest({
  values: { tool, state },
  opened,
}: RunsInput): Promise<readonly RunSummary[]> {
  const asked = opened.tools.filter(({ name }) => tool === undefined || name === tool);
  const page = { max: maxListed, state };
  const found = await fromStore(() => Promise.all(asked.map(({ runs }) => runs.list(page))));
  return found
    .flat()
    .toSorted((one, other) => (one.beganAt < other.beganAt ? 1 : -1))
    .slice(0, maxListed);
}

async function show(input: RunsInput): Promise<ExitCode> {
  const { values, opened, context } = input;
  const id = await idOf(input);
  const found = await fromStore(() => Promise.all(opened.tools.map(({ runs }) => runs.show(id))));
  const run: ShownRun | undefined = found.find((each) => each !== undefined);
  if (run === undefined) throw unknown(id);
  context.terminal.out(values.json ? printableJson({ ...run }) : runText(run));
  return 0;
}

/** Completes the beginning of an id, if it is unique among the newest. */
async function idOf(input: RunsInput): Promise<string> {
  const { what } = input;
  const found = (await newest(input)).filter(({ id }) => id.startsWith(what));
  if (found.length > 1) {
    throw usage(`Several runs have an id that begins with ${printable(cut(what))}.`);
  }
  return found[0]?.id ?? what;
}

function unknown(id: string): Refusal {
  const problem = `There is no run with the id ${printable(cut(id))}.`;
  return new Refusal("usage-invalid", { problem, help: "toolcourt runs list" });
}

/** The store is that of a workflow, so its errors are not ours. */
async function fromStore<Answer>(read: () => Promise<Answer>): Promise<Answer> {
  try {
    return await read();
  } catch (cause) {
    const because = "It keeps the runs of a workflow, and could not be read.";
    throw new Refusal("store-unusable", { because }, { cause });
  }
}

export const command = createRunsCommand(async (...given) => {
  const { openRunningTools } = await import("@toolcourt/gateway/internal/compose/running-tools");
  return openRunningTools(...given);
});
