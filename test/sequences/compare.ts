import * as fc from "fast-check";
import type { Policy } from "../../packages/gateway/src/governance/policy/policy.ts";
import { readPolicy } from "../../packages/gateway/src/governance/policy/read-policy.ts";
import { judgeSequence } from "../../packages/gateway/src/governance/sequences/judge.ts";
import type {
  Finding,
  Judgement,
  SequenceQuestion,
} from "../../packages/gateway/src/governance/sequences/question.ts";
import { question, statements, textOf } from "./random.ts";
import { type Answer, fingerprint, type Question, refer, type Statement } from "./reference.ts";

export interface Comparison {
  /** Number of decisions by kind, and of findings by reason. */
  readonly answers: Readonly<Record<string, number>>;
  readonly compared: number;
  /** The smallest question on which the two differ. Undefined if they agree. */
  readonly difference?: string;
}

const questionsEach = 25;

/** Judges the same random questions with both evaluators. */
export function compareSequences(count: number, seed = 20_261_119): Comparison {
  const answers: Record<string, number> = {};
  let compared = 0;
  const add = (key: string): void => {
    answers[key] = (answers[key] ?? 0) + 1;
  };
  const questions = fc.array(question, { minLength: questionsEach, maxLength: questionsEach });
  const outcome = fc.check(
    fc.property(statements, questions, (all, asked) => {
      const policy = policyOf(all);
      for (const each of asked) {
        const expected = refer(all, each);
        const actual = inWords(judgeSequence(policy, toQuestion(each)));
        if (JSON.stringify(actual) !== JSON.stringify(expected)) {
          throw new Error(`${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`);
        }
        add(expected.decision);
        for (const finding of expected.findings) add(finding.split(" ")[1] ?? "");
        compared += 1;
      }
    }),
    { numRuns: Math.ceil(count / questionsEach), seed },
  );
  if (!outcome.failed) return { answers, compared };
  const difference = `${String(outcome.errorInstance)}: ${fc.stringify(outcome.counterexample)}`;
  return { answers, compared, difference };
}

export function policyOf(all: readonly Statement[]): Policy {
  const reading = readPolicy(textOf(all), "policy.yaml");
  if (reading.kind === "invalid") throw new TypeError(reading.problems.join("\n"));
  return reading.policy;
}

/** Returns the decision and the findings as the reference writes them. */
export function inWords({ decision, observed }: Judgement): Answer {
  const findings = decision.kind === "passed" ? [] : decision.findings;
  return {
    decision: decision.kind === "asks" ? decision.from : decision.kind,
    findings: findingsInWords(findings),
    observed: findingsInWords(observed),
  };
}

function findingsInWords(all: readonly Finding[]): readonly string[] {
  const failed = new Set(all.filter(isFailed).map(({ statement }) => statement));
  return all
    .filter((each) => isFailed(each) || !failed.has(each.statement))
    .map((each) => `${each.statement} ${findingInWords(each)}`)
    .toSorted();
}

function isFailed({ because }: Finding): boolean {
  return because === "failed";
}

function findingInWords(finding: Finding): string {
  const { because } = finding;
  const shown = [
    "field" in finding && finding.field,
    "pointer" in finding && finding.pointer,
    "origin" in finding && finding.origin,
    "label" in finding && finding.label,
    "reached" in finding && `${finding.reached} ${finding.atMost}`,
    "tool" in finding && finding.tool,
    because === "came-after" && finding.callId,
  ];
  return [because, ...shown.filter((each) => each !== false)].join(" ");
}

/** Writes a question as the product reads it. Names and roles of the reference are its own. */
export function toQuestion(asked: Question): SequenceQuestion {
  const { principal, tool, server, effect, reach, args, now, calls, tenantCalls, labels } = asked;
  const values = asked.values.map((value) => ({ ...value, kind: "text", isGuessed: false }));
  return {
    principal: { ...principal, permissions: [] },
    tool: { publicName: tool, contract: { server, name: tool, effect, digest: "", terms: {} } },
    effect,
    reach,
    args,
    now,
    history: {
      calls,
      labels: new Set(labels),
      fingerprint,
      ...(tenantCalls && { tenantCalls }),
    },
    values,
  };
}
