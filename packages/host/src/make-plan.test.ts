import { never, noAbort, registeredTool } from "@toolcourt/testing/calls";
import { forecastPlan } from "@toolcourt/testing/host";
import { describe, expect, it } from "vitest";
import { makePlan } from "./make-plan.ts";
import { ModelFailure } from "./model-failure.ts";
import { createOffer } from "./offer-tools.ts";
import { TableUnreadable } from "./planner/shipped-meanings.ts";
import type { PlanQuestion, PlanRequest } from "./ports.ts";

const offer = createOffer(() => true)([registeredTool()]);

function planBy(plan: PlanQuestion, { attempts = 2, signal = noAbort } = {}) {
  return makePlan({ plan, attempts }, { question: "How warm?", signal }, offer);
}

describe("makePlan", () => {
  it("returns the first usable plan", async () => {
    const said: unknown[] = ["no", "{}", forecastPlan];

    expect(await planBy(() => said.shift(), { attempts: 3 })).toMatchObject({
      type: "call_tool",
      arguments: forecastPlan.arguments,
    });
  });

  it("throws the refusal of the last plan", async () => {
    const said: unknown[] = ["no", "{}"];

    await expect(planBy(() => said.shift())).rejects.toMatchObject({ code: "plan-malformed" });
  });

  it("tells the planner why its last plan was refused, in our own words", async () => {
    const requests: PlanRequest[] = [];

    await expect(
      planBy((request) => {
        requests.push(request);
        return "sesame";
      }),
    ).rejects.toMatchObject({ code: "plan-not-one-object" });
    expect(requests.map(({ refused }) => refused?.code)).toEqual([
      undefined,
      "plan-not-one-object",
    ]);
    expect(JSON.stringify(requests[1]?.refused)).not.toContain("sesame");
  });

  it.each([
    [new Error("sesame"), "The planner gave no plan. No tool was called."],
    [
      new ModelFailure("timed-out"),
      "The model gave no complete answer within the time given (model-timed-out). No tool was called.",
    ],
    [new TableUnreadable("It is cut."), "It is cut. No tool was called."],
  ])("explains a planner failure in our own words: %s", async (failure, message) => {
    await expect(planBy(() => Promise.reject(failure))).rejects.toMatchObject({
      code: "planner-failed",
      message,
      cause: failure,
    });
  });

  it("does not wait for a planner after an abort", async () => {
    const leaving = new AbortController();
    const planning = planBy(never, { signal: leaving.signal });

    leaving.abort();

    await expect(planning).rejects.toMatchObject({ code: "question-withdrawn" });
  });

  it("aborts the planner's signal once there is a plan", async () => {
    const signals: AbortSignal[] = [];

    await planBy(({ signal }) => {
      signals.push(signal);
      return forecastPlan;
    });

    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });
});
