import type { LanguageModelV4FinishReason } from "@ai-sdk/provider";
import { ModelFailure, type ModelFailureKind } from "../model-failure.ts";

type Ending = LanguageModelV4FinishReason["unified"];

const failures = {
  stop: undefined,
  "tool-calls": undefined,
  other: undefined,
  length: "length-reached",
  "content-filter": "filtered",
  error: "cut-short",
  interrupted: "cut-short",
} satisfies Record<Ending, ModelFailureKind | undefined>;

/** Throws unless the model completed its answer. */
export function endedWell({ unified, raw }: LanguageModelV4FinishReason): void {
  // A refusing model says so in its answer and stops normally. A filter cuts it off.
  if (unified === "content-filter" && raw === "stop") throw new ModelFailure("refused");
  const failure = failures[unified];
  if (failure !== undefined) throw new ModelFailure(failure);
}
