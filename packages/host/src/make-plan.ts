import { isRefusal, Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { beforeAbort } from "./before-abort.ts";
import { ModelFailure } from "./model-failure.ts";
import type { Offer } from "./offer-tools.ts";
import { TableUnreadable } from "./planner/shipped-meanings.ts";
import type { PlanQuestion, PlanRequest } from "./ports.ts";
import { type CheckedPlan, readPlan } from "./reading/read-plan.ts";

export interface Planning {
  readonly plan: PlanQuestion;
  /** Maximum number of plan requests. */
  readonly attempts: number;
}

/** Asks a planner until it returns a usable plan or the attempts run out. */
export async function makePlan(
  { plan, attempts }: Planning,
  { question, signal }: Pick<PlanRequest, "question" | "signal">,
  { planned, byName }: Offer,
): Promise<CheckedPlan> {
  const over = new AbortController();
  const request = { question, tools: planned, signal: AbortSignal.any([signal, over.signal]) };
  try {
    return await tryAgain(attempts, async (refused) => {
      const said = await saidBy(plan, { ...request, ...(refused && { refused }) });
      return readPlan(said, byName);
    });
  } catch (error) {
    if (signal.aborted) throw new Refusal("question-withdrawn", {}, { cause: error });
    throw error;
  } finally {
    over.abort();
  }
}

async function tryAgain(
  attempts: number,
  attempt: (refused: PlanRequest["refused"]) => Promise<CheckedPlan>,
  refused?: PlanRequest["refused"],
): Promise<CheckedPlan> {
  try {
    return await attempt(refused);
  } catch (error) {
    if (attempts <= 1 || !isRefusal(error) || !mayDiffer(error)) throw error;
    return tryAgain(attempts - 1, attempt, { code: error.code, message: error.message });
  }
}

/** An unreachable model was already retried, so asking again is useless. */
function mayDiffer({ cause }: Refusal): boolean {
  return !(cause instanceof ModelFailure) || cause.isOfAnswer;
}

/** Treats every planner error alike, even one of our own refusals. */
async function saidBy(plan: PlanQuestion, request: PlanRequest): Promise<unknown> {
  try {
    return await beforeAbort(request.signal, () => plan(request));
  } catch (error) {
    const because = reasonIn(error);
    throw new Refusal("planner-failed", because === undefined ? {} : { because }, { cause: error });
  }
}

/** Only these errors explain themselves in our own words. */
function reasonIn(error: unknown): string | undefined {
  if (error instanceof ModelFailure) return sentenceOf(error);
  return error instanceof TableUnreadable ? error.message : undefined;
}

/** Returns the message with its code, for lookup. */
function sentenceOf({ message, code }: ModelFailure): string {
  return message.replace(/\.$/, ` (${code}).`);
}
