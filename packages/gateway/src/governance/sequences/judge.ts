import { type Budget, maxSteps, type Verdict } from "../policy/condition/compile.ts";
import {
  CallFacts,
  ConnectionFacts,
  type Facts,
  type Weight,
  weigh,
} from "../policy/condition/facts.ts";
import type { Policy } from "../policy/policy.ts";
import { isFor } from "../policy/selectors.ts";
import type { Report } from "./demands.ts";
import { knownCallOf, type MadeCall } from "./past-calls.ts";
import type {
  Finding,
  Judgement,
  PastCall,
  SequenceDecision,
  SequenceQuestion,
} from "./question.ts";
import { isSelected, type SequenceStatement, sequencesOf, statementsAbout } from "./statements.ts";

const passes: Judgement = { decision: { kind: "passed" }, observed: [] };

/**
 * Decides whether a call may run after what was before it. Deterministic. All statements are judged,
 * so that one answer to an approval is an answer to all of them.
 */
export function judgeSequence(policy: Policy, question: SequenceQuestion): Judgement {
  const about = statementsAbout(sequencesOf(policy), question.tool);
  if (about.length === 0) return passes;
  const asking = new Asking(question);
  const tally: Tally = { firmness: 0, findings: [], observed: [] };
  for (const statement of about) {
    const { report } = judgeStatement(statement, asking);
    if (report !== undefined && report.findings.length > 0) add(tally, statement, report);
  }
  const { firmness, findings, observed } = tally;
  if (firmness === 0 && observed.length === 0) return passes;
  return { decision: decisionOf(firmness, findings), observed };
}

interface Tally {
  firmness: Firmness;
  readonly findings: Finding[];
  readonly observed: Finding[];
}

function add(tally: Tally, statement: SequenceStatement, report: Report): void {
  if (statement.mode === "observe") {
    tally.observed.push(...report.findings);
    return;
  }
  tally.findings.push(...report.findings);
  const firmness = firmnessOf(statement, report);
  if (firmness > tally.firmness) tally.firmness = firmness;
}

/** Nothing to say, ask the caller, ask an operator, refuse: the firmest statement decides. */
type Firmness = 0 | 1 | 2 | 3;

/** No answer of a person makes up for a statement that could not be judged. */
export function firmnessOf(
  { entry: { ask } }: Pick<SequenceStatement, "entry">,
  { hasFailed }: Pick<Report, "hasFailed">,
): Firmness {
  if (hasFailed || ask === undefined) return 3;
  return ask === "operator" ? 2 : 1;
}

function decisionOf(firmness: Firmness, findings: readonly Finding[]): SequenceDecision {
  if (firmness === 0) return { kind: "passed" };
  if (firmness === 3) return { kind: "refused", findings };
  return { kind: "asks", from: firmness === 2 ? "operator" : "caller", findings };
}

/**
 * Reports whether a statement may count a call, so that other calls must see it while it runs. Such
 * a call is entered before it starts.
 */
export function needsReservation(policy: Policy, made: MadeCall): boolean {
  return sequencesOf(policy).all.some((statement) =>
    statement.counted.some((selection) => isSelected(statement, selection, made)),
  );
}

/** Reports whether a total or a count is over all calls of a tenant. */
export function needsTenantCalls(policy: Policy): boolean {
  return sequencesOf(policy).all.some(
    ({ entry: { total, count } }) => total?.per === "tenant" || count?.per === "tenant",
  );
}

/** How a statement came to its answer. `report` is undefined if it is not about the call. */
export interface Judged {
  readonly fit: "other-principal" | "other-tool" | "condition-false" | "meant";
  readonly report: Report | undefined;
}

const otherPrincipal: Judged = { fit: "other-principal", report: undefined };
const otherTool: Judged = { fit: "other-tool", report: undefined };
const conditionFalse: Judged = { fit: "condition-false", report: undefined };

/** Judges one statement. `used` collects the earlier calls that had a say. */
export function judgeStatement(
  statement: SequenceStatement,
  asking: Asking,
  used?: PastCall[],
): Judged {
  const { entry, policy, demands } = statement;
  const { question } = asking;
  if (entry.effects?.includes(question.effect) === false) return otherTool;
  if (!isFor(entry, question.principal, policy.standingOf(question.principal).roles)) {
    return otherPrincipal;
  }
  const verdict = asking.holds(statement);
  if (verdict === "false") return conditionFalse;
  const report: Report = { statement: entry.id, findings: [], used, hasFailed: false };
  if (verdict === "failed") report.hasFailed = true;
  else judgeDemands(demands, question, report);
  if (report.hasFailed) report.findings.push({ statement: entry.id, because: "failed" });
  return { fit: "meant", report };
}

function judgeDemands(
  demands: SequenceStatement["demands"],
  question: SequenceQuestion,
  report: Report,
): void {
  try {
    for (const demand of demands) demand(question, report);
  } catch {
    // A history that cannot be read, such as one without its key.
    report.hasFailed = true;
  }
}

/** The conditions of one question. Facts are built for the first one that needs them. */
export class Asking {
  readonly question: SequenceQuestion;
  readonly #call: CallFacts;
  readonly #budget: Budget = { left: maxSteps };
  readonly #facts = new Map<Policy, { readonly facts: Facts; readonly weight: Weight }>();

  constructor(question: SequenceQuestion) {
    this.question = question;
    this.#call = new CallFacts(knownCallOf(question));
  }

  holds({ condition, policy }: SequenceStatement): Verdict {
    if (condition === undefined) return "true";
    if (condition.ofCall !== undefined) return condition.ofCall(this.#call) ? "true" : "false";
    const known = this.#facts.get(policy) ?? this.#factsBy(policy);
    return condition.condition(known.facts, known.weight, this.#budget);
  }

  #factsBy(policy: Policy): { readonly facts: Facts; readonly weight: Weight } {
    const { principal, tool, args, connection, now } = this.question;
    const standing = policy.standingOf(principal);
    const view = policy.viewOf(tool);
    const facts = {
      principal: standing.facts,
      tool: view.tool,
      contract: view.contract,
      request: view.request,
      args,
      connection: new ConnectionFacts(connection),
      now: new Date(now),
      call: this.#call,
    };
    const weight = weigh(this.#call, weigh(args, view.planFor(principal, standing).weight));
    const known = { facts, weight };
    this.#facts.set(policy, known);
    return known;
  }
}
