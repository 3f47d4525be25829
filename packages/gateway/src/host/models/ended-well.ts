import type { LanguageModelV4FinishReason } from "@ai-sdk/provider";
import { ModelFailure, type ModelFailureKind } from "./model-failure.ts";

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

/** Throws unless a model came to the end of what it had to say. */
export function endedWell({ unified, raw }: LanguageModelV4FinishReason): void {
  // A model that refuses says so in its answer and stops as usual; a filter does not let it.
  if (unified === "content-filter" && raw === "stop") throw new ModelFailure("refused");
  const failure = failures[unified];
  if (failure !== undefined) throw new ModelFailure(failure);
}
