import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import type { Policy } from "@toolcourt/gateway/internal/governance/policy/policy";
import type { SequenceFate } from "@toolcourt/gateway/internal/governance/sequences/explain-sequence";
import type {
  Finding,
  SequenceDecision,
} from "@toolcourt/gateway/internal/governance/sequences/question";
import type { TraceCall } from "@toolcourt/gateway/internal/governance/sequences/read-trace";
import {
  statementsIn,
  type TraceAnswer,
} from "@toolcourt/gateway/internal/governance/sequences/replay-trace";
import type { Terminal } from "../../command.ts";
import { count, createPaint } from "../../style.ts";

interface TraceReport {
  readonly file: string;
  readonly policy: Policy;
  readonly answers: readonly TraceAnswer[];
}

export function traceJson({ file, policy, answers }: TraceReport): unknown {
  const { version, sequences } = policy;
  return {
    policy: { file, version, sequences: sequences.length },
    calls: answers.map(({ call: { number, name, expect, from, by }, account, right }) => ({
      number,
      name,
      expected: { answer: expect, from, by },
      right,
      ...account,
      statements: account.statements.map(({ used, ...statement }) => ({
        ...statement,
        used: used.map(({ callId }) => callId),
      })),
    })),
    wrong: answers.filter(({ right }) => !right).length,
  };
}

export function traceVerdictsText(answers: readonly TraceAnswer[], terminal: Terminal): string {
  const paint = createPaint(terminal);
  const lines = answers.map(({ call, account, right }) => {
    const line = `${call.number} ${printable(call.name)}: ${inWords(account.decision)}`;
    return right
      ? `${paint("green", "right")}  ${line}`
      : `${paint("red", "wrong")}  ${line}, expected ${expectation(call)}`;
  });
  const wrong = answers.filter(({ right }) => !right).length;
  return [...lines, `${count(answers.length, "call")}, ${wrong} wrong.`].join("\n");
}

function inWords(decision: SequenceDecision): string {
  if (decision.kind === "passed") return "passes";
  const what = decision.kind === "asks" ? `asks the ${decision.from}` : "refused";
  return `${what} by ${statementsIn(decision).join(", ")}`;
}

function expectation({ expect = "passes", from, by }: TraceCall): string {
  const who = from === undefined ? "" : ` the ${from}`;
  return `${expect}${who}${by === undefined ? "" : ` by ${by.map(printable).join(", ")}`}`;
}

const fates = {
  held: "held",
  "asks-caller": "asks the caller",
  "asks-operator": "asks the operator",
  refuses: "refuses",
  failed: "fails, so refuses",
  "other-principal": "another principal",
  "other-tool": "another tool",
  "condition-false": "condition is false",
} satisfies Record<SequenceFate, string>;

const width = Math.max(...Object.values(fates).map(({ length }) => length));

/** Shows for each statement what it found, and which earlier calls had a say. */
export function traceAccountsText(answers: readonly TraceAnswer[], terminal: Terminal): string {
  const paint = createPaint(terminal);
  return answers
    .map(({ call: { number, name }, account: { decision, statements } }) => {
      const title = `${number} ${printable(name)}`;
      const lines = statements.flatMap(({ id, mode, fate, findings, used }) => {
        const ids = used.map(({ callId }) => callId);
        const by =
          ids.length === 0 ? "" : `  by ${ids.length === 1 ? "call" : "calls"} ${ids.join(", ")}`;
        return [
          `  ${fates[fate].padEnd(width)}  ${mode.padEnd(7)}  ${id}${by}`,
          ...findings.map((finding) => `    ${findingInWords(finding)}`),
        ];
      });
      return [`${paint("bold", title)}: ${inWords(decision)}`, ...lines].join("\n");
    })
    .join("\n\n");
}

function findingInWords(finding: Finding): string {
  if (finding.because === "origin") return originInWords(finding);
  if ("tool" in finding) return pastInWords(finding);
  if (finding.because === "label") return `data labelled ${finding.label} was read before`;
  if ("reached" in finding) {
    return `the ${finding.because} is ${finding.reached}, at most ${finding.atMost} may be`;
  }
  return finding.because === "attended" ? "it never runs unattended" : "it could not be judged";
}

function originInWords(value: Extract<Finding, { readonly because: "origin" }>): string {
  const { pointer, role, kind, isGuessed, origin, seen } = value;
  const what = `${printable(pointer)} (${isGuessed ? "perhaps " : ""}${role}, ${printable(kind)})`;
  if (seen === undefined) return `${what} is ${origin}`;
  return `${what} is ${origin}, from ${printable(seen.pointer)} of ${printable(seen.tool)}, call ${printable(seen.call)}`;
}

function pastInWords(finding: Extract<Finding, { readonly tool: string }>): string {
  const tool = printable(finding.tool);
  if (finding.because === "too-late") return `${tool} ran too long ago`;
  if (finding.because === "came-after") {
    return `it comes after ${tool}, call ${printable(finding.callId)}`;
  }
  const { because, field } = finding;
  if (because === "not-equal") return `${field} is not what the latest result of ${tool} says`;
  return `${tool} did not run before${field === "" ? "" : ` with the same ${field}`}`;
}
