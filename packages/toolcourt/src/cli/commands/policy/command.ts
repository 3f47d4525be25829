import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { printableJson } from "@toolcourt/gateway/internal/boundary/files/printable";
import { labelOf, readText } from "@toolcourt/gateway/internal/boundary/files/read-file";
import type { OpenedPolicies } from "@toolcourt/gateway/internal/compose/operator-stores";
import { type PolicyCase, readCases } from "@toolcourt/gateway/internal/governance/policy/cases";
import type { Policy } from "@toolcourt/gateway/internal/governance/policy/policy";
import { readPolicy } from "@toolcourt/gateway/internal/governance/policy/read-policy";
import { isTrace } from "@toolcourt/gateway/internal/governance/sequences/read-trace";
import { shapeNames } from "../../../authoring/scaffolding/starters/shapes.ts";
import { type ClosedInput, defineActionsCommand, type Open } from "../../actions.ts";
import {
  type Command,
  type CommandContext,
  choiceFlag,
  configFlag,
  type ExitCode,
  jsonFlag,
  textFlag,
  usage,
} from "../../command.ts";
import { putPolicy, showPolicy, showVersions } from "./stored.ts";
import { accountsText, answer, reportJson, verdictsText } from "./text.ts";
import { runTrace } from "./trace.ts";
import { tryRecorded } from "./try.ts";

const flags = {
  config: configFlag,
  json: jsonFlag,
  expect: textFlag("version", "The version that is replaced, at least its first 12 digits (put)"),
  shape: choiceFlag(
    "shape",
    shapeNames,
    "Print the starter policy of this shape of tools (suggest)",
  ),
  write: textFlag(
    "new file",
    "Write the suggested policy to a file that does not exist yet (suggest)",
  ),
  last: textFlag("calls", "How many recorded calls are tried, at most 1000; 200 without it (try)"),
} as const;

type PolicyInput = ClosedInput<typeof flags, OpenedPolicies>;

const needs = "Name the file of the policy.";

export function createPolicyCommand(open: Open<OpenedPolicies>): Command {
  return defineActionsCommand({
    flags,
    notes: [
      "test <file> [cases]: checks a policy, and evaluates each case of the second file.",
      "explain <file> <cases>: shows for each case how each statement was evaluated.",
      "A file with `calls` instead of `cases` is a trace: what one principal did, judged by the sequences of the policy.",
      "try <file>: decides the last recorded calls by a policy, and shows what would change.",
      "put <file>: checks a policy and stores it as the newest version.",
      "show [version]: prints the newest stored policy, or the given version, unchanged.",
      "versions: lists the stored policies, newest first.",
      "suggest: prints statements about sequences that fit the configured tools. They only observe.",
      "`-` is standard input.",
      "Exit 0: fine. Exit 1: a case failed, a call would be decided otherwise, a newer policy was stored meanwhile, or there is nothing to suggest.",
      "Exit 2: a file has mistakes, there was nothing to judge, or it could not be done.",
    ],
    open,
    actions: {
      test: { needs, runClosed: (input) => ask(input, { isExplained: false }) },
      explain: { needs, runClosed: explainCases },
      try: { needs, runClosed: tryCalls },
      put: { needs, runClosed: put },
      show: { run: showPolicy },
      versions: { run: showVersions },
      suggest: { runClosed: suggest },
    },
  });
}

async function explainCases(input: PolicyInput): Promise<ExitCode> {
  if (input.rest[1] === undefined) throw usage("Name a file with cases to explain.");
  return ask(input, { isExplained: true });
}

interface Asking {
  readonly isExplained: boolean;
}

async function ask(input: PolicyInput, asking: Asking): Promise<ExitCode> {
  const { values, what: file, rest, context } = input;
  const [casesFile] = rest.slice(1);
  const { policy } = await readPolicyFile(file, context);
  if (casesFile === undefined) return judgeCases(input, { policy, isExplained: false });
  const text = await readText(casesFile, context);
  if (!isTrace(text)) return judgeCases(input, { ...asking, policy, text });
  const run = { policyFile: file, policy, traceFile: casesFile, text };
  return runTrace(run, { json: values.json, terminal: context.terminal, ...asking });
}

interface Judging extends Pick<Asking, "isExplained"> {
  readonly policy: Policy;
  /** The text of the cases. Default: there is no file. */
  readonly text?: string;
}

function judgeCases(
  { values: { json }, what: file, rest: [, casesFile], context: { terminal } }: PolicyInput,
  { policy, text, isExplained }: Judging,
): ExitCode {
  const answers = casesIn(text, casesFile).map((each) => answer(policy, each));
  const missing = answers.length > 0 ? undefined : missingIn(policy, { file, casesFile });
  const nothing = missing && `Nothing was judged: ${missing}`;
  const report = { file, policy, answers, nothing };
  const write = isExplained ? explainedText : verdictsText;
  terminal.out(json ? printableJson(reportJson(report)) : write(report, terminal));
  if (nothing !== undefined) return 2;
  return answers.every(({ right }) => right) ? 0 : 1;
}

const explainedText: typeof verdictsText = ({ answers, nothing }, terminal) =>
  nothing ?? accountsText(answers, terminal);

/** Returns what there is to add before anything can be judged. A policy without cases is checked. */
function missingIn(
  { statements, sequences }: Policy,
  { file, casesFile }: { readonly file: string; readonly casesFile: string | undefined },
): string | undefined {
  if (casesFile !== undefined) {
    return `${labelOf(casesFile)} has no case. Next: add one under cases`;
  }
  if (statements.length + sequences.length > 0) return undefined;
  return `${labelOf(file)} has no statement, so it denies every call. Next: add one under statements`;
}

async function tryCalls({ values, what: file, context }: PolicyInput): Promise<ExitCode> {
  const { config, json, last } = values;
  const { text } = await readPolicyFile(file, context);
  return tryRecorded({ config, json, last, text }, context);
}

async function suggest({ values, what, context }: PolicyInput): Promise<ExitCode> {
  if (what !== "") throw usage("suggest takes no file. Write to one with --write.");
  const { suggestPolicy } = await import("./suggest.ts");
  return suggestPolicy(values, context);
}

async function put({ values, what: file, open, context }: PolicyInput): Promise<ExitCode> {
  const { expect, json } = values;
  if (expect !== undefined && !/^(sha256:)?[\da-f]{12,64}$/.test(expect)) {
    throw usage("Give --expect a version as `toolcourt policy versions` prints it.");
  }
  // Validates before the store is opened, so an invalid file has no effects.
  const { policy, text } = await readPolicyFile(file, context);
  await using opened = await open();
  return await putPolicy({ policy, text, expect, json }, opened, context);
}

async function readPolicyFile(
  file: string,
  context: CommandContext,
): Promise<{ readonly policy: Policy; readonly text: string }> {
  const text = await readText(file, context, 1);
  const reading = readPolicy(text, labelOf(file));
  if (reading.kind === "policy") return { policy: reading.policy, text };
  throw new Refusal("config-invalid", { file: labelOf(file), problems: reading.problems });
}

function casesIn(text: string | undefined, file = ""): readonly PolicyCase[] {
  if (text === undefined) return [];
  const reading = readCases(text, labelOf(file));
  if (reading.kind === "cases") return reading.cases;
  throw new Refusal("config-invalid", { file: labelOf(file), problems: reading.problems });
}

export const command = createPolicyCommand(async (...given) => {
  const { openPolicies } = await import("@toolcourt/gateway/internal/compose/operator-stores");
  return openPolicies(...given);
});
