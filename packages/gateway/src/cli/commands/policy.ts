import { Refusal } from "../../errors/refusal.ts";
import { type PolicyCase, readCases } from "../../policy/cases.ts";
import { type Account, explain, type Fate } from "../../policy/explain.ts";
import type { Policy } from "../../policy/policy.ts";
import type { PolicyDecision } from "../../policy/question.ts";
import { readPolicy } from "../../policy/read-policy.ts";
import { defineCommand, type Surroundings } from "../command.ts";
import { printable, printableJson } from "../printable.ts";
import { labelOf, readText } from "../read-file.ts";
import { count, createPaint } from "../style.ts";
import type { Terminal } from "../terminal.ts";
import { unknown } from "../unknown.ts";

const actions = ["test", "explain"];

export const policy = defineCommand({
  name: "policy",
  summary: "Check a policy, ask it your own cases, or say why it answers as it does",
  positionals: "<action> <file> [cases]",
  flags: { json: { type: "switch", summary: "Print one JSON value and nothing else" } },
  notes: [
    "test: checks the policy, and asks it every case of the second file, where one is named.",
    "explain: says of every case what became of each statement.",
    "Exit 0: every answer is as expected. Exit 1: one is not. Exit 2: a file has mistakes.",
  ],

  async run({ values, positionals: [action = "", file = "", casesFile] }, surroundings) {
    const { terminal } = surroundings;
    refuseUnknown(action, casesFile);
    const read = await readPolicyFile(file, surroundings);
    const cases = casesFile === undefined ? [] : await readCasesFile(casesFile, surroundings);
    const answers = cases.map((each) => answer(read, each));
    const report = { file, policy: read, answers };
    if (values.json) terminal.out(printableJson(asJson(report)));
    else
      terminal.out(action === "explain" ? accounts(answers, terminal) : verdicts(report, terminal));
    return answers.every(({ right }) => right) ? 0 : 1;
  },
});

function refuseUnknown(action: string, cases: string | undefined): void {
  const help = "toolcourt policy --help";
  if (!actions.includes(action)) {
    const { given, nearest } = unknown(action, actions);
    const guess = nearest === undefined ? "" : ` Did you mean ${nearest}?`;
    const problem = `There is no action ${printable(given)}; there are test and explain.${guess}`;
    throw new Refusal("usage-invalid", { problem, help });
  }
  if (action === "explain" && cases === undefined) {
    throw new Refusal("usage-invalid", { problem: "Name a file with cases to explain.", help });
  }
}

async function readPolicyFile(file: string, surroundings: Surroundings): Promise<Policy> {
  const reading = readPolicy(await readText(file, surroundings, 1), labelOf(file));
  if (reading.kind === "policy") return reading.policy;
  throw new Refusal("config-invalid", { file: labelOf(file), problems: reading.problems });
}

async function readCasesFile(
  file: string,
  surroundings: Surroundings,
): Promise<readonly PolicyCase[]> {
  const reading = readCases(await readText(file, surroundings), labelOf(file));
  if (reading.kind === "cases") return reading.cases;
  throw new Refusal("config-invalid", { file: labelOf(file), problems: reading.problems });
}

interface Answer {
  readonly asked: PolicyCase;
  readonly account: Account;
  readonly right: boolean;
}

function answer(policyRead: Policy, asked: PolicyCase): Answer {
  const account = explain(policyRead, asked.question);
  const { decision } = account;
  const got = decision.kind === "allowed" ? "allow" : "deny";
  const statement = "statement" in decision ? decision.statement : undefined;
  const right =
    got === asked.expect && (asked.statement === undefined || asked.statement === statement);
  return { asked, account, right };
}

interface Report {
  readonly file: string;
  readonly policy: Policy;
  readonly answers: readonly Answer[];
}

function asJson({ file, policy: { version, statements }, answers }: Report): unknown {
  return {
    policy: { file, version, statements: statements.length },
    cases: answers.map(({ asked: { name, expect, statement }, account, right }) => ({
      name,
      expected: { answer: expect, statement },
      right,
      ...account,
    })),
    wrong: answers.filter(({ right }) => !right).length,
  };
}

function verdicts(
  { file, policy: { version, statements }, answers }: Report,
  terminal: Terminal,
): string {
  const paint = createPaint(terminal);
  if (answers.length === 0) {
    return `${printable(file)} is in order: ${count(statements.length, "statement")}, version ${version}.`;
  }
  const lines = answers.map(({ asked, account, right }) => {
    const got = inWords(account.decision);
    const line = `${printable(asked.name)}: ${got}`;
    return right
      ? `${paint("green", "right")}  ${line}`
      : `${paint("red", "wrong")}  ${line}, expected ${expectation(asked)}`;
  });
  const wrong = answers.filter(({ right }) => !right).length;
  return [...lines, `${count(answers.length, "case")}, ${wrong} wrong.`].join("\n");
}

function expectation({ expect, statement }: PolicyCase): string {
  return statement === undefined ? expect : `${expect} by ${printable(statement)}`;
}

function inWords(decision: PolicyDecision): string {
  if (decision.kind === "allowed") return `allow by ${decision.statement}`;
  if (decision.because === "no-statement") return "deny, no statement allows it";
  if (decision.because === "missing-permission") {
    return `deny, it lacks ${decision.missing.map(printable).join(", ")}`;
  }
  const failed = decision.because === "condition-failed" ? ", whose condition fails" : "";
  return `deny by ${decision.statement}${failed}`;
}

const fates = {
  decided: "decided",
  holds: "holds as well",
  "other-principal": "another principal",
  "other-tool": "another tool",
  "condition-false": "condition is false",
  "condition-failed": "condition fails",
} satisfies Record<Fate, string>;

const width = Math.max(...Object.values(fates).map(({ length }) => length));

function accounts(answers: readonly Answer[], terminal: Terminal): string {
  const paint = createPaint(terminal);
  return answers
    .map(({ asked, account: { decision, roles, statements } }) =>
      [
        `${paint("bold", printable(asked.name))}: ${inWords(decision)}`,
        `  roles: ${roles.length === 0 ? "none" : roles.join(", ")}`,
        ...statements.map(
          ({ id, effect, fate }) => `  ${fates[fate].padEnd(width)}  ${effect.padEnd(5)}  ${id}`,
        ),
      ].join("\n"),
    )
    .join("\n\n");
}
