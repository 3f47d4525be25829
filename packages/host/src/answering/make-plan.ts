import { isRefusal, Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { withoutHiddenCharacters } from "@toolcourt/sdk/rules";
import { ModelFailure } from "../model-failure.ts";
import { TableUnreadable } from "../planner/meanings.ts";
import { createPlannerOf } from "../planner/planner.ts";
import type { PlanQuestion, PlanRequest } from "../ports.ts";
import { beforeAbort } from "./before-abort.ts";
import type { Offer } from "./offer-tools.ts";
import { type CheckedPlan, readPlan } from "./read-plan.ts";

/** Maximum plan requests before a call. After a call there are none. */
const maxAttempts = 2;

/** Asks a planner until it returns a usable plan or the attempts run out. */
export async function makePlan(
  plan: PlanQuestion,
  { question, signal }: Pick<PlanRequest, "question" | "signal">,
  { planned, byName }: Offer,
): Promise<CheckedPlan> {
  const over = new AbortController();
  const request = { question, tools: planned, signal: AbortSignal.any([signal, over.signal]) };
  try {
    return await tryAgain(maxAttempts, async (refused) => {
      return readPlan(await answerOf(plan, { ...request, refused }), byName);
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
async function answerOf(plan: PlanQuestion, request: PlanRequest): Promise<unknown> {
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

/** Plans without a model. */
export function createBuiltInPlan(today?: () => string): PlanQuestion {
  const plannerOf = createPlannerOf();
  return ({ question, tools }) => plannerOf(tools).plan(question, today?.());
}

/** In characters. */
const maxLength = 4_000;

/** Refuses a meaningless question, and any question no planner may see. */
export function checkQuestion(question: string, hasSecret: (text: string) => boolean): void {
  const { length } = question;
  if (length > maxLength) throw new Refusal("question-too-long", { most: maxLength, length });
  const hidden = firstHidden(question);
  if (hidden !== undefined) throw new Refusal("question-has-hidden-characters", hidden);
  if (question.trim() === "") throw new Refusal("question-empty", {});
  if (hasSecret(question)) throw new Refusal("question-has-secret", {});
}

/** Finds the first character a reader cannot see. */
function firstHidden(question: string) {
  const clean = withoutHiddenCharacters(question).text.toWellFormed();
  if (clean === question) return undefined;
  const kept = Array.from(clean);
  const all = Array.from(question);
  const index = all.findIndex((character, at) => character !== kept[at]);
  const code = all[index]?.codePointAt(0) ?? 0;
  return { character: `U+${code.toString(16).toUpperCase().padStart(4, "0")}`, at: index + 1 };
}
