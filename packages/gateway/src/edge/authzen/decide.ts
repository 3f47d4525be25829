import { type RefusalData, refusalData } from "@toolcourt/contracts/internal/errors/to-mcp";
import type { JsonObject } from "@toolcourt/sdk";
import type { IncomingCall, Principal } from "../../pipeline/call.ts";
import type { EvaluateCall } from "../../pipeline/evaluate-call.ts";
import {
  type Asked,
  callOf,
  type Evaluation,
  principalOf,
  type Semantic,
} from "./read-evaluation.ts";

/** A question that was answered, for the audit log. */
export interface AnsweredQuestion {
  /** Who asked. */
  readonly by: Principal;
  /** Undefined if the subject is no principal of ours. */
  readonly subject: Principal | undefined;
  readonly tool: string;
  readonly decision: boolean;
  readonly reason: string;
}

export interface DecideDeps {
  readonly evaluate: EvaluateCall;
  readonly newId: () => string;
  /** Receives every answer. Must not wait. */
  readonly answered: (question: AnsweredQuestion) => void;
}

type Decision = JsonObject & { readonly decision: boolean };

/** Answers a request. Decisions default to no: one that cannot be made is `false`, with its reason. */
export async function answerTo(deps: DecideDeps, asked: Asked, by: Principal): Promise<JsonObject> {
  if (asked.kind === "one") return decide(deps, asked.evaluation, by);
  const decisions: Decision[] = [];
  for (const evaluation of asked.evaluations) {
    const decision =
      evaluation === undefined ? no("evaluation-invalid") : await decide(deps, evaluation, by);
    decisions.push(decision);
    if (isLast[asked.semantic](decision.decision)) break;
  }
  return { evaluations: decisions };
}

const isLast = {
  execute_all: () => false,
  deny_on_first_deny: (decision) => !decision,
  permit_on_first_permit: (decision) => decision,
} satisfies Record<Semantic, (decision: boolean) => boolean>;

async function decide(deps: DecideDeps, evaluation: Evaluation, by: Principal): Promise<Decision> {
  const [subject, call] = [principalOf(evaluation.subject), callOf(evaluation)];
  const decision = await decisionOf(deps, subject, call);
  const { context } = decision;
  deps.answered({
    by,
    subject,
    tool: call?.tool ?? "",
    decision: decision.decision,
    reason: context.reason,
  });
  return decision;
}

interface ReasonedDecision extends JsonObject {
  readonly decision: boolean;
  readonly context: JsonObject & { readonly reason: string };
}

async function decisionOf(
  { evaluate, newId }: DecideDeps,
  principal: Principal | undefined,
  asked: ReturnType<typeof callOf>,
): Promise<ReasonedDecision> {
  if (principal === undefined) return no("subject-unknown");
  if (asked === undefined) return no("action-unknown");
  const evaluated = await evaluate(questionOf(principal, asked, newId));
  if (evaluated.kind === "arguments-needed") return no("arguments-needed");
  if (evaluated.kind === "refused") {
    const { refusal } = evaluated;
    return no(refusal.code, refusalData(refusal));
  }
  const { statement, policy } = evaluated.grant ?? {};
  const basis = { ...(statement && { statement }), ...(policy && { policy }) };
  return { decision: true, context: { reason: "allowed", ...basis } };
}

/** A question has the ids of a call, and makes none. */
function questionOf(
  principal: Principal,
  asked: NonNullable<ReturnType<typeof callOf>>,
  newId: () => string,
): IncomingCall {
  const id = newId();
  const agent = { name: "authzen", version: "1.0" };
  return { callId: id, correlationId: id, traceId: id, principal, agent, ...asked };
}

function no(reason: string, refusal?: RefusalData): ReasonedDecision {
  const { code: _code, ...more } = refusal ?? {};
  return { decision: false, context: { reason, ...more } };
}
