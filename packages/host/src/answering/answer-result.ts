import { hash } from "node:crypto";
import type { CheckedResult } from "@toolcourt/gateway/internal/pipeline/call";
import { hintsKey } from "@toolcourt/gateway/internal/pipeline/stages/hint";
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import { withoutHiddenCharacters } from "@toolcourt/sdk/rules";
import { createSource } from "../grounding/source.ts";
import {
  choiceGrammar,
  type Grounded,
  ground,
  type Rejected,
  summarize,
} from "../grounding/summary.ts";
import type { Bullet, Mode } from "../grounding/verify.ts";
import { ModelFailure } from "../model-failure.ts";
import type { ChooseQuotes, SummaryRequest } from "../ports.ts";
import type { CallMade, PartRefused, ResultShown, ShownResult, SummaryShown } from "./answer.ts";
import { untilAborted } from "./before-abort.ts";

/** A result, and how to present it. */
interface ResultToAnswer extends Summarizing {
  readonly question: string;
  /** Whether the pipeline has validated it against an output schema. */
  readonly isTyped: boolean;
  readonly summary: "off" | Mode;
  readonly signal: AbortSignal;
}

/** Answers with a result. Only a typed, successful, non-empty result gets a summary. */
export async function* answerResult({
  question,
  isTyped,
  summary,
  signal,
  ...called
}: ResultToAnswer): AsyncGenerator<BulletShown, ResultShown | SummaryShown> {
  const { call, result } = called;
  const shown: ResultShown = { kind: "tool_result", call, result };
  const refuse = (reason: string): Pick<ResultShown, "refused"> =>
    summary === "off" ? {} : { refused: { part: "summary", reasons: [reason] } };
  if (result.isError) return { ...shown, ...refuse("tool-error"), note: notes.failed };
  const said = isTyped ? quotable(result) : undefined;
  if (said === undefined ? !hasContent(result.content) : isEmpty(said)) {
    return { ...shown, ...refuse("result-empty"), note: notes.empty };
  }
  if (said === undefined) {
    const refused = { part: "parsing", reasons: ["output-untyped"] } as const;
    return { ...shown, refused, note: notes.untyped };
  }
  if (summary === "off") return shown;
  return yield* summarizeResult(called, {
    question,
    source: createSource(said),
    mode: summary,
    signal,
  });
}

const notes = {
  failed: "The tool reported an error.",
  empty: "The tool returned nothing.",
  untyped: "The tool declares no output schema, so there is no summary.",
};

/** A verified bullet, emitted immediately. */
interface BulletShown {
  readonly type: "bullet";
  readonly bullet: Bullet;
}

interface Summarizing {
  /** Default: the built-in chooser, which only quotes. */
  readonly choose?: ChooseQuotes | undefined;
  readonly call: CallMade;
  readonly result: ShownResult;
}

/** Maximum bullets of a summary. */
const maxChoices = 20;

/** Yields each chosen bullet once verified, and returns the answer. */
export async function* summarizeResult(
  { choose, call, result }: Summarizing,
  request: SummaryRequest,
): AsyncGenerator<BulletShown, ResultShown | SummaryShown> {
  if (choose === undefined) {
    const grounded = summarize(request.source, request.question);
    for (const bullet of grounded.summary.bullets) yield { type: "bullet", bullet };
    return answerWith(grounded, { call, result });
  }
  try {
    return answerWith(yield* gather(choose(request), request), { call, result });
  } catch (error) {
    const refused = refusedFor([request.signal.aborted ? "question-withdrawn" : faultOf(error)]);
    return { kind: "tool_result", call, result, refused };
  }
}

/** Yields each bullet that is grounded and new. */
async function* gather(
  chosen: ReturnType<ChooseQuotes>,
  { source, mode, signal }: SummaryRequest,
): AsyncGenerator<BulletShown, Grounded> {
  const bullets = new Map<string, Bullet>();
  const rejected: Rejected[] = [];
  let taken = 0;
  for await (const said of untilAborted(chosen, signal)) {
    const grounded = ground(source, choiceOf(said), mode);
    const [bullet] = grounded.summary.bullets;
    if (bullet === undefined) {
      rejected.push({ at: taken, reasons: grounded.rejected[0]?.reasons ?? ["span-unknown"] });
    } else if (!bullets.has(keyOf(bullet))) {
      bullets.set(keyOf(bullet), bullet);
      yield { type: "bullet", bullet };
    }
    taken += 1;
    if (taken >= maxChoices) break;
  }
  return { summary: { type: "summary", bullets: [...bullets.values()] }, mode, rejected };
}

function keyOf({ pointer, start, end, claim }: Bullet): string {
  return JSON.stringify([pointer, start, end, claim]);
}

function faultOf(error: unknown): string {
  return error instanceof ModelFailure ? error.code : "chooser-failed";
}

const nothing = { bullets: [] };

/** Parses a choice. Invalid grammar or hidden characters in a claim make it empty. */
function choiceOf(said: unknown): typeof nothing | Parameters<typeof ground>[1] {
  const { data: choice } = choiceGrammar.safeParse({ bullets: [said] });
  const claim = choice?.bullets[0]?.claim ?? "";
  return choice === undefined || withoutHiddenCharacters(claim).removed > 0 ? nothing : choice;
}

/** Builds the answer. Without a grounded bullet there is no summary, and the answer says why. */
function answerWith(
  { summary, mode, rejected }: Grounded,
  { call, result }: Pick<Summarizing, "call" | "result">,
): ResultShown | SummaryShown {
  if (summary.bullets.length > 0) {
    return { kind: "tool_result_with_summary", call, result, summary, mode, rejected };
  }
  const reasons = [...new Set(rejected.flatMap((each) => each.reasons))];
  const refused = refusedFor(reasons.length === 0 ? ["nothing-chosen"] : reasons);
  return { kind: "tool_result", call, result, refused };
}

function refusedFor(reasons: readonly string[]): PartRefused {
  return { part: "summary", reasons };
}

/** Prepares a result from the pipeline for people. */
export function showResult(checked: CheckedResult): ShownResult {
  const { content, structuredContent, isError, meta = {} } = checked;
  const shown = {
    ...(structuredContent === undefined ? {} : { structured: structuredContent }),
    content,
    isError,
  };
  const hints = envelopeOf(structuredContent)?.agentHints ?? own(meta, hintsKey);
  return {
    ...shown,
    ...(isJsonObject(hints) ? { hints } : {}),
    sha256: hash("sha256", JSON.stringify(shown), "hex"),
  };
}

/**
 * Returns the quotable part of a result: validated data, and only `data` of an envelope. Hints are
 * suggestions and never summarized. Pointers into it are valid in `structured`.
 */
export function quotable({ structured }: ShownResult): JsonValue | undefined {
  const envelope = envelopeOf(structured);
  return envelope === undefined ? structured : { data: envelope.data };
}

/** Returns whether a value has no readable content. */
export function isEmpty(value: JsonValue): boolean {
  if (typeof value === "string") return value.trim() === "";
  if (value === null) return true;
  if (typeof value !== "object") return false;
  return (isJsonArray(value) ? value : Object.values(value)).every(isEmpty);
}

/** Returns whether any content block is not empty, for results without structure. */
export function hasContent(content: readonly JsonValue[]): boolean {
  return content.some(
    (block) =>
      !isJsonObject(block) || own(block, "type") !== "text" || !isEmpty(own(block, "text") ?? ""),
  );
}

interface Envelope {
  readonly data: JsonValue;
  readonly agentHints: JsonObject;
}

function envelopeOf(structured: JsonValue | undefined): Envelope | undefined {
  if (structured === undefined || !isJsonObject(structured)) return undefined;
  const [data, agentHints] = [own(structured, "data"), own(structured, "agentHints")];
  const isWhole = data !== undefined && isJsonObject(own(structured, "metadata"));
  return isWhole && isJsonObject(agentHints) ? { data, agentHints } : undefined;
}
