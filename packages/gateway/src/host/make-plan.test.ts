import { describe, expect, it } from "vitest";
import { makePlan } from "./make-plan.ts";
import { ModelFailure, type ModelFailureKind } from "./models/model-failure.ts";

const asking = { question: "How warm is it?", signal: new AbortController().signal };
const offer = { planned: [], byName: new Map() };

/** How often a planner is asked that always fails like this. */
async function timesAsked(kind: ModelFailureKind): Promise<number> {
  let times = 0;
  const plan = (): never => {
    times += 1;
    throw new ModelFailure(kind);
  };
  const making = makePlan({ plan, attempts: 2 }, asking, offer);
  await expect(making).rejects.toMatchObject({ code: "planner-failed" });
  return times;
}

describe("a planner whose model fails", () => {
  it.each<ModelFailureKind>(["several-calls", "arguments-malformed", "empty"])(
    "is asked again where the answer was no good: %s",
    async (kind) => {
      expect(await timesAsked(kind)).toBe(2);
    },
  );

  it.each<ModelFailureKind>(["timed-out", "throttled", "failed", "unauthenticated"])(
    "is not asked again where there was no answer: %s",
    async (kind) => {
      expect(await timesAsked(kind)).toBe(1);
    },
  );
});
