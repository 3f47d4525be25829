import { withoutHiddenCharacters } from "@toolcourt/sdk/rules";
import type { CallMade, PartRefused, ResultShown, ShownResult, SummaryShown } from "./answer.ts";
import { untilAborted } from "./before-abort.ts";
import type { Source } from "./grounding/source.ts";
import { summarize } from "./grounding/summarize.ts";
import { choiceGrammar, type Grounded, ground, type Rejected } from "./grounding/summary.ts";
import type { Bullet, Mode } from "./grounding/verify.ts";
import { ModelFailure } from "./model-failure.ts";
import type { ChooseQuotes, SummaryRequest } from "./ports.ts";

/** A verified bullet, emitted immediately. */
export interface BulletShown {
  readonly type: "bullet";
  readonly bullet: Bullet;
}

export interface Summarizing {
  /** Default: the built-in chooser, which only quotes. */
  readonly choose?: ChooseQuotes | undefined;
  readonly call: CallMade;
  readonly result: ShownResult;
}

/** Maximum bullets of a summary. */
const mostChoices = 20;

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
  const gathered = createGathering(request.source, request.mode);
  try {
    for await (const said of untilAborted(choose(request), request.signal)) {
      const bullet = gathered.take(said);
      if (bullet !== undefined) yield { type: "bullet", bullet };
      if (gathered.isFull()) break;
    }
  } catch (error) {
    const refused = refusedFor([request.signal.aborted ? "question-withdrawn" : faultOf(error)]);
    return { kind: "tool_result", call, result, refused };
  }
  return answerWith(gathered.grounded(), { call, result });
}

function faultOf(error: unknown): string {
  return error instanceof ModelFailure ? error.code : "chooser-failed";
}

interface Gathering {
  /** Returns the bullet if it is grounded and new. */
  readonly take: (said: unknown) => Bullet | undefined;
  readonly isFull: () => boolean;
  readonly grounded: () => Grounded;
}

function createGathering(source: Source, mode: Mode): Gathering {
  const bullets: Bullet[] = [];
  const rejected: Rejected[] = [];
  const seen = new Set<string>();
  let taken = 0;
  return {
    take: (said) => {
      const at = taken;
      taken += 1;
      const choice = choiceOf(said);
      const grounded = ground(source, choice, mode);
      const [bullet] = grounded.summary.bullets;
      if (bullet === undefined) {
        rejected.push({ at, reasons: grounded.rejected[0]?.reasons ?? ["span-unknown"] });
        return undefined;
      }
      const key = JSON.stringify([bullet.pointer, bullet.start, bullet.end, bullet.claim]);
      if (seen.has(key)) return undefined;
      seen.add(key);
      bullets.push(bullet);
      return bullet;
    },
    isFull: () => taken >= mostChoices,
    grounded: () => ({ summary: { type: "summary", bullets }, mode, rejected }),
  };
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
