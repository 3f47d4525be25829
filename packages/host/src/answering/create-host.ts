import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { RegisteredTool } from "@toolcourt/gateway/internal/catalog/snapshot";
import type { IncomingCall, Principal } from "@toolcourt/gateway/internal/pipeline/call";
import type { CallTool } from "@toolcourt/gateway/internal/pipeline/pipeline";
import type { QuarantinedResult } from "@toolcourt/gateway/internal/pipeline/quarantine";
import type { Agent } from "@toolcourt/sdk";
import type { Bullet, Mode } from "../grounding/verify.ts";
import type { Plan } from "../planner/plan.ts";
import type { ChooseQuotes, PlanQuestion } from "../ports.ts";
import type { Answer, CallMade, ShownResult } from "./answer.ts";
import { blockedBy, createCallOnce, refusedAnswer, resultOf } from "./answer-call.ts";
import { answerResult, showResult } from "./answer-result.ts";
import { checkQuestion, createBuiltInPlan, makePlan } from "./make-plan.ts";
import { createOffer, type Offer } from "./offer-tools.ts";
import type { CheckedPlan, PlannedCall } from "./read-plan.ts";

/** The host's view of the gateway: the tools of a principal, and the pipeline. */
export interface ToolAccess {
  /**
   * Returns the tools a principal may call, all or those of an endpoint. The array is identical
   * until the tools change.
   */
  readonly tools: (principal: Principal, endpoint?: string) => readonly RegisteredTool[];
  readonly callTool: CallTool;
  /** For people only. */
  readonly quarantined: (id: string) => QuarantinedResult | undefined;
  /** Returns whether the pipeline validates the tool's results against an output schema. */
  readonly isTyped: (tool: RegisteredTool) => boolean;
}

export interface HostOptions {
  readonly access: ToolAccess;
  readonly newId: () => string;
  /** Default: the built-in planner, which needs no model. */
  readonly plan?: PlanQuestion | undefined;
  /** Default: the built-in chooser, which quotes spans with the question's words. */
  readonly choose?: ChooseQuotes | undefined;
  readonly summary: "off" | Mode;
  /** Narrows the tools the pipeline allows. Default: all of them. */
  readonly mayCall?: (tool: RegisteredTool) => boolean;
  /** Returns whether a text contains a secret. No model sees such a question. Default: no check. */
  readonly hasSecret?: (text: string) => boolean;
  /** The date "today" means to the built-in planner, as `YYYY-MM-DD`. */
  readonly today?: () => string;
}

/** The principal of a question, with its context for the pipeline. */
export interface Asking
  extends Pick<
    IncomingCall,
    "channel" | "sessionId" | "trace" | "namedApproval" | "within" | "words"
  > {
  /** The endpoint whose tools may answer. Default: all tools. */
  readonly endpoint?: string;
  readonly principal: Principal;
  readonly agent: Agent;
  readonly signal: AbortSignal;
  readonly correlationId?: string;
  readonly traceId?: string;
}

/** Events of a question in order. The last one is always the answer. */
export type HostEvent =
  | { readonly type: "planned"; readonly plan: Plan }
  | { readonly type: "called"; readonly call: CallMade }
  | { readonly type: "result"; readonly result: ShownResult }
  | { readonly type: "bullet"; readonly bullet: Bullet }
  | { readonly type: "answer"; readonly answer: Answer };

export interface Host {
  readonly ask: (question: string, asking: Asking) => Promise<Answer>;
  readonly stream: (question: string, asking: Asking) => AsyncIterable<HostEvent>;
}

/** Host options with all defaults filled in. */
interface HostDeps {
  readonly access: ToolAccess;
  readonly newId: () => string;
  readonly summary: "off" | Mode;
  readonly choose: ChooseQuotes | undefined;
  readonly plan: PlanQuestion;
  readonly hasSecret: (text: string) => boolean;
  readonly offerOf: (tools: readonly RegisteredTool[]) => Offer;
}

/**
 * Answers questions: one plan, at most one call through the pipeline, its result and its quotes.
 * Planner and chooser output is shown or used only after verification.
 *
 * @example
 * ```ts
 * declare const access: ToolAccess;
 * const host = createHost({ access, newId: () => crypto.randomUUID(), summary: "extractive" });
 * const answer = await host.ask("How warm is it in Geneva?", {
 *   principal: { id: "local", permissions: "all", kind: "local" },
 *   agent: { name: "my-program", version: "1.0.0" },
 *   signal: AbortSignal.timeout(60_000),
 * });
 * ```
 */
export function createHost(options: HostOptions): Host {
  const { access, newId, summary, choose, plan = createBuiltInPlan(options.today) } = options;
  const { mayCall = () => true, hasSecret = () => false } = options;
  const offerOf = createOffer(mayCall);
  const deps = { access, newId, summary, choose, plan, hasSecret, offerOf };
  const stream = (question: string, asking: Asking): AsyncIterable<HostEvent> =>
    answerQuestion(deps, question, asking);
  return {
    stream,
    ask: async (question, asking) => {
      for await (const event of stream(question, asking)) {
        if (event.type === "answer") return event.answer;
      }
      throw new TypeError("a question had no answer");
    },
  };
}

function offerTo({ offerOf, access }: HostDeps, { principal, endpoint }: Asking): Offer {
  return offerOf(access.tools(principal, endpoint));
}

/** Runs a question from start to end. */
async function* answerQuestion(
  deps: HostDeps,
  question: string,
  asking: Asking,
): AsyncGenerator<HostEvent, void> {
  let plan: CheckedPlan;
  try {
    checkQuestion(question, deps.hasSecret);
    const offer = offerTo(deps, asking);
    if (offer.planned.length === 0) throw new Refusal("no-tools", {});
    plan = await makePlan(deps.plan, { question, signal: asking.signal }, offer);
    if (asking.signal.aborted) throw new Refusal("question-withdrawn", {});
  } catch (error) {
    yield { type: "answer", answer: blockedBy(error) };
    return;
  }
  if (plan.type === "needs_more_info") {
    yield { type: "planned", plan };
    const { question: back, missing } = plan;
    yield { type: "answer", answer: { kind: "needs_more_info", question: back, missing } };
    return;
  }
  yield* answerPlan(deps, { question, plan, asking });
}

interface Planned {
  readonly question: string;
  readonly plan: PlannedCall;
  readonly asking: Asking;
}

/** Carries out a plan. From here on the planner is never asked again. */
async function* answerPlan(deps: HostDeps, planned: Planned): AsyncGenerator<HostEvent, void> {
  const { question, plan, asking } = planned;
  const { access, newId, summary, choose } = deps;
  const call = { callId: newId(), tool: plan.tool.publicName, arguments: plan.arguments };
  yield {
    type: "planned",
    plan: { type: "call_tool", tool: call.tool, arguments: call.arguments },
  };
  const callOnce = createCallOnce(access.callTool);
  yield { type: "called", call };
  let result: ShownResult;
  try {
    // The tool may have changed since planning, which makes the plan invalid.
    const now = offerTo(deps, asking).byName.get(call.tool);
    if (now?.contract.digest !== plan.tool.contract.digest) {
      throw new Refusal("plan-tool-unknown", {});
    }
    const incoming = incomingFrom(call, asking, newId);
    result = showResult(await resultOf(callOnce, incoming, asking.signal));
  } catch (error) {
    yield { type: "answer", answer: refusedAnswer(error, call, access.quarantined) };
    return;
  }
  yield { type: "result", result };
  let answer: Answer;
  try {
    const isTyped = access.isTyped(plan.tool);
    const { signal } = asking;
    answer = yield* answerResult({ question, call, result, isTyped, summary, choose, signal });
  } catch {
    // The call succeeded, even if its summary failed.
    const refused = { part: "summary", reasons: ["summary-failed"] } as const;
    answer = { kind: "tool_result", call, result, refused };
  }
  yield { type: "answer", answer };
}

function incomingFrom(call: CallMade, asking: Asking, newId: () => string): IncomingCall {
  const { principal, agent, channel, sessionId, trace, namedApproval, within, words } = asking;
  return {
    ...call,
    principal,
    agent,
    // Fresh and known to the pipeline, which refuses a second call of the same query.
    queryId: newId(),
    correlationId: asking.correlationId ?? newId(),
    traceId: asking.traceId ?? newId(),
    ...(channel && { channel }),
    ...(sessionId !== undefined && { sessionId }),
    ...(trace && { trace }),
    ...(namedApproval !== undefined && { namedApproval }),
    ...(within && { within }),
    words,
  };
}
