import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import type { PolicyCase } from "@toolcourt/gateway/internal/governance/policy/cases";
import {
  type Account,
  explain,
  type Fate,
} from "@toolcourt/gateway/internal/governance/policy/evaluate";
import type { Policy } from "@toolcourt/gateway/internal/governance/policy/policy";
import type { PolicyDecision } from "@toolcourt/gateway/internal/governance/policy/question";
import type { Terminal } from "../../command.ts";
import { count, createPaint } from "../../style.ts";

/** The decision of a policy on a case, and whether it was expected. */
export interface Answer {
  readonly asked: PolicyCase;
  readonly account: Account;
  readonly right: boolean;
}

export function answer(policyRead: Policy, asked: PolicyCase): Answer {
  const account = explain(policyRead, asked.question);
  const { decision } = account;
  const got = decision.kind === "allowed" ? "allow" : "deny";
  const statement = "statement" in decision ? decision.statement : undefined;
  const right =
    got === asked.expect && (asked.statement === undefined || asked.statement === statement);
  return { asked, account, right };
}

export interface Report {
  readonly file: string;
  readonly policy: Policy;
  readonly answers: readonly Answer[];
  /** Why nothing was judged. Default: something was. */
  readonly nothing?: string | undefined;
}

export function reportJson(report: Report): unknown {
  const {
    file,
    policy: { version, statements },
    answers,
    nothing,
  } = report;
  return {
    ...(nothing !== undefined && { nothing }),
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

export function verdictsText(
  { file, policy, answers, nothing }: Report,
  terminal: Terminal,
): string {
  const { version, statements } = policy;
  if (nothing !== undefined) return nothing;
  const paint = createPaint(terminal);
  if (answers.length === 0) {
    const parts = [count(statements.length, "statement"), ...sequencesIn(policy)];
    return `${printable(file)} is in order: ${parts.join(", ")}, version ${version}.`;
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

function sequencesIn({ sequences }: Policy): readonly string[] {
  return sequences.length === 0 ? [] : [count(sequences.length, "sequence")];
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

/** A statement about a tool, or about another resource or prompt. */
const otherItem = "not about it";

const width = Math.max(...Object.values(fates).map(({ length }) => length));

export function accountsText(answers: readonly Answer[], terminal: Terminal): string {
  const paint = createPaint(terminal);
  return answers
    .map(({ asked, account: { decision, roles, statements } }) => {
      const words = "item" in asked.question ? { ...fates, "other-tool": otherItem } : fates;
      return [
        `${paint("bold", printable(asked.name))}: ${inWords(decision)}`,
        `  roles: ${roles.length === 0 ? "none" : roles.join(", ")}`,
        ...statements.map(
          ({ id, effect, fate }) => `  ${words[fate].padEnd(width)}  ${effect.padEnd(5)}  ${id}`,
        ),
      ].join("\n");
    })
    .join("\n\n");
}
