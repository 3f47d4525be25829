import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { cut } from "@toolcourt/contracts/internal/kernel/nearest";
import { printable, printableJson } from "@toolcourt/gateway/internal/boundary/files/printable";
import { labelOf, readText } from "@toolcourt/gateway/internal/boundary/files/read-file";
import { openPolicies } from "@toolcourt/gateway/internal/compose/beside-gateway";
import { type PolicyCase, readCases } from "@toolcourt/gateway/internal/governance/policy/cases";
import type { Policy } from "@toolcourt/gateway/internal/governance/policy/policy";
import { readPolicy } from "@toolcourt/gateway/internal/governance/policy/read-policy";
import { type Command, type CommandContext, defineCommand, type ExitCode } from "../../command.ts";
import { configFlag } from "../../config-flag.ts";
import { unknown } from "../../unknown.ts";
import { type OpenPolicies, putPolicy, showPolicy, showVersions } from "./stored-policies.ts";
import { accountsText, answer, reportJson, verdictsText } from "./text.ts";

interface Asked {
  readonly json: boolean;
  readonly config: string | undefined;
  readonly expect: string | undefined;
  /** Arguments after the action. */
  readonly rest: readonly string[];
}

interface Desk {
  readonly asked: Asked;
  readonly open: OpenPolicies;
  readonly context: CommandContext;
}

type Act = (desk: Desk) => Promise<ExitCode>;

export function createPolicyCommand(open: OpenPolicies): Command {
  return defineCommand({
    flags: {
      config: configFlag,
      json: { type: "switch", summary: "Print one JSON value and nothing else" },
      expect: {
        type: "text",
        value: "version",
        summary: "The version that is replaced, at least its first 12 digits (put)",
      },
    },
    notes: [
      "test <file> [cases]: checks a policy, and asks it every case of the second file.",
      "explain <file> <cases>: says of every case what became of each statement.",
      "put <file>: checks a policy and makes it the newest of the store.",
      "show [version]: prints the newest policy of the store, or another one, as it was put.",
      "versions: lists the policies of the store, the newest first.",
      "`-` is standard input.",
      "Exit 0: fine. Exit 1: an answer is not as expected, or another policy is the newest by now.",
      "Exit 2: a file has mistakes, or it could not be done.",
    ],

    async run({ values, positionals: [action = "", ...rest] }, context) {
      const act = actions.get(action);
      if (act === undefined) throw unknownAction(action);
      return act({ asked: { ...values, rest }, open, context });
    },
  });
}

const actions: ReadonlyMap<string, Act> = new Map([
  ["test", test],
  ["explain", explainCases],
  ["put", put],
  ["show", show],
  ["versions", versions],
]);

function test({ asked, context }: Desk): Promise<ExitCode> {
  return ask({ asked, context, write: verdictsText });
}

async function explainCases({ asked, context }: Desk): Promise<ExitCode> {
  if (asked.rest[1] === undefined) throw usage("Name a file with cases to explain.");
  return ask({
    asked,
    context,
    write: ({ answers }, terminal) => accountsText(answers, terminal),
  });
}

interface Question extends Omit<Desk, "open"> {
  readonly write: typeof verdictsText;
}

async function ask({ asked, context, write }: Question): Promise<ExitCode> {
  const { terminal } = context;
  const file = fileIn(asked);
  const casesFile = asked.rest[1];
  const { policy } = await readPolicyFile(file, context);
  const cases = casesFile === undefined ? [] : await readCasesFile(casesFile, context);
  const answers = cases.map((each) => answer(policy, each));
  const report = { file, policy, answers };
  terminal.out(asked.json ? printableJson(reportJson(report)) : write(report, terminal));
  return answers.every(({ right }) => right) ? 0 : 1;
}

async function put({ asked, open, context }: Desk): Promise<ExitCode> {
  const { expect, json } = asked;
  if (expect !== undefined && !/^(sha256:)?[\da-f]{12,64}$/.test(expect)) {
    throw usage("Give --expect a version as `toolcourt policy versions` prints it.");
  }
  // Validates before the store is opened, so an invalid file has no effects.
  const { policy, text } = await readPolicyFile(fileIn(asked), context);
  await using opened = await open(asked.config, context);
  return await putPolicy({ policy, text, expect, json }, opened, context);
}

async function show({ asked, open, context }: Desk): Promise<ExitCode> {
  await using opened = await open(asked.config, context);
  return await showPolicy({ version: asked.rest[0], json: asked.json }, opened, context);
}

async function versions({ asked, open, context }: Desk): Promise<ExitCode> {
  await using opened = await open(asked.config, context);
  return await showVersions(asked, opened, context);
}

function unknownAction(action: string): Refusal {
  const names = [...actions.keys()];
  const { given, nearest } = unknown(cut(action), names);
  const guess = nearest === undefined ? "" : ` Did you mean ${nearest}?`;
  const list = `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
  return usage(`There is no action ${printable(given)}; there are ${list}.${guess}`);
}

function fileIn({ rest: [file] }: Asked): string {
  if (file === undefined) throw usage("Name the file of the policy.");
  return file;
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

async function readCasesFile(
  file: string,
  context: CommandContext,
): Promise<readonly PolicyCase[]> {
  const reading = readCases(await readText(file, context), labelOf(file));
  if (reading.kind === "cases") return reading.cases;
  throw new Refusal("config-invalid", { file: labelOf(file), problems: reading.problems });
}

function usage(problem: string): Refusal {
  return new Refusal("usage-invalid", { problem, help: "toolcourt policy --help" });
}

export const command = createPolicyCommand(openPolicies);
