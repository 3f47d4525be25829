import type { Answer } from "../../packages/host/src/answering/answer.ts";
import {
  type Asking,
  createHost,
  type HostEvent,
} from "../../packages/host/src/answering/create-host.ts";
import type { Bullet, Mode } from "../../packages/host/src/grounding/verify.ts";
import { definePromise, type Figure, type ProofContext } from "./promise.ts";
import { changedQuotes } from "./quotes/changed-quotes.ts";
import { createHostileChooser } from "./quotes/hostile-choosers.ts";
import { asked, openQuotedWorld, type QuotedWorld, standsIn } from "./quotes/quoted-world.ts";
import { reportOf } from "./quotes/reports.ts";
import { createRandom, type Random } from "./random.ts";

export const promise = definePromise({
  id: "P9",
  text: "Every claim that the host shows has its quote, character for character, in the result that was kept of the call.",
  proofs: [
    {
      title: "choosers that lie about results, against what lies in the store",
      prove: lyingChoosers,
    },
    {
      title: "quotes that were changed by a character, cut, joined, moved or in another case",
      prove: changedQuotes,
    },
  ],
});

const asking: Asking = {
  principal: { id: "ada", permissions: "all", kind: "local" },
  agent: { name: "prover", version: "1.0.0" },
  signal: new AbortController().signal,
};

interface Tally {
  shown: number;
  paraphrased: number;
  rejected: number;
  /** Shown, but not in the stored result. */
  loose: number;
  /** Shown although its source is redacted. */
  redacted: number;
  /** Shown in extractive mode, but different from the quote. */
  altered: number;
  /** Events and answer differ. */
  unlike: number;
  unkept: number;
}

async function lyingChoosers(context: ProofContext): Promise<readonly Figure[]> {
  const questions = context.short ? 200 : 3_000;
  const random = createRandom(context.seed);
  await using world = await openQuotedWorld();
  const tally: Tally = {
    shown: 0,
    paraphrased: 0,
    rejected: 0,
    loose: 0,
    redacted: 0,
    altered: 0,
    unlike: 0,
    unkept: 0,
  };
  for (let at = 0; at < questions; at += 1) {
    context.signal.throwIfAborted();
    const mode = at % 2 === 0 ? "extractive" : "paraphrase";
    await question(world, { mode, random, isBuiltIn: at % 10 === 0, at }, tally);
  }
  return [
    { label: "questions", value: questions },
    { label: "claims shown", value: tally.shown, must: { atLeast: questions / 4 } },
    { label: "of them in other words", value: tally.paraphrased },
    { label: "choices refused with a reason", value: tally.rejected, must: { atLeast: questions } },
    { label: "results that were not kept", value: tally.unkept, must: { is: 0 } },
    { label: "claims without their quote in the store", value: tally.loose, must: { is: 0 } },
    { label: "quotes over what was taken out", value: tally.redacted, must: { is: 0 } },
    { label: "extractive claims that are not the quote", value: tally.altered, must: { is: 0 } },
    { label: "answers that show what no event showed", value: tally.unlike, must: { is: 0 } },
  ];
}

interface Questioned {
  readonly mode: Mode;
  readonly random: Random;
  readonly isBuiltIn: boolean;
  readonly at: number;
}

async function question(world: QuotedWorld, questioned: Questioned, tally: Tally): Promise<void> {
  const { mode } = questioned;
  const { answer, streamed } = await askOnce(world, questioned);
  if (answer?.kind !== "tool_result_with_summary" && answer?.kind !== "tool_result") {
    throw new Error(`The answer was ${answer?.kind}.`);
  }
  // A failing chooser leaves no summary, regardless of earlier events.
  if (answer.kind === "tool_result_with_summary") {
    tally.rejected += answer.rejected.length;
    const isSame = JSON.stringify(answer.summary.bullets) === JSON.stringify(streamed);
    tally.unlike += isSame ? 0 : 1;
  }
  count(world, { call: answer.call, bullets: streamed, mode }, tally);
}

async function askOnce(world: QuotedWorld, { mode, random, isBuiltIn, at }: Questioned) {
  world.answerWith(reportOf(random));
  let ids = 0;
  const host = createHost({
    access: world.access,
    newId: () => `q${at}-${(ids += 1)}`,
    summary: mode,
    plan: () => asked,
    ...(isBuiltIn ? {} : { choose: createHostileChooser(random) }),
  });
  const streamed: Bullet[] = [];
  let answer: Answer | undefined;
  for await (const event of host.stream("How many boats did Ada sell?", asking)) {
    answer = take(event, streamed) ?? answer;
  }
  return { answer, streamed };
}

function take(event: HostEvent, streamed: Bullet[]): Answer | undefined {
  if (event.type === "bullet") streamed.push(event.bullet);
  return event.type === "answer" ? event.answer : undefined;
}

interface Shown {
  readonly call: { readonly callId: string };
  readonly bullets: readonly Bullet[];
  readonly mode: Mode;
}

function count(world: QuotedWorld, { call, bullets, mode }: Shown, tally: Tally): void {
  const output = world.stored(call.callId);
  if (output === undefined) {
    tally.unkept += 1;
    return;
  }
  tally.shown += bullets.length;
  const paraphrases = bullets.filter(({ claim, evidence }) => claim !== evidence);
  if (mode === "extractive") tally.altered += paraphrases.length;
  else tally.paraphrased += paraphrases.length;
  tally.loose += bullets.filter((bullet) => !standsIn(output, bullet)).length;
  tally.redacted += bullets.filter(({ evidence }) => evidence.includes("***")).length;
}
