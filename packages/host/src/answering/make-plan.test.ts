import { isRefusal } from "@toolcourt/contracts/internal/errors/refusal";
import { never, noAbort, registeredTool } from "@toolcourt/testing/calls";
import { forecastPlan } from "@toolcourt/testing/host";
import { describe, expect, it } from "vitest";
import { ModelFailure } from "../model-failure.ts";
import { TableUnreadable } from "../planner/meanings.ts";
import type { PlanQuestion, PlanRequest } from "../ports.ts";
import { checkQuestion, createBuiltInPlan, makePlan } from "./make-plan.ts";
import { createOffer } from "./offer-tools.ts";

const offer = createOffer(() => true)([registeredTool()]);

function planBy(plan: PlanQuestion, signal = noAbort) {
  return makePlan(plan, { question: "How warm?", signal }, offer);
}

/** Returns the code of the refusal, or undefined if there is a plan. */
function codeOf(planning: Promise<unknown>): Promise<string | undefined> {
  return planning.then(
    () => undefined,
    (error: unknown) => (isRefusal(error) ? error.code : String(error)),
  );
}

describe("makePlan", () => {
  it("returns the first usable plan", async () => {
    const said: unknown[] = ["no", forecastPlan];

    expect(await planBy(() => said.shift())).toMatchObject({
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
    { unusable: 0, requests: 1, code: undefined },
    { unusable: 1, requests: 2, code: undefined },
    { unusable: 2, requests: 2, code: "plan-not-one-object" },
    { unusable: 9, requests: 2, code: "plan-not-one-object" },
  ])("makes $requests requests for $unusable unusable plans and a usable one", async (row) => {
    let requests = 0;
    const planning = planBy(() => {
      requests += 1;
      return requests > row.unusable ? forecastPlan : "no";
    });

    expect(await codeOf(planning)).toBe(row.code);
    expect(requests).toBe(row.requests);
  });

  it.each([
    { failure: new Error("sesame"), requests: 2 },
    { failure: new ModelFailure("empty"), requests: 2 },
    { failure: new ModelFailure("timed-out"), requests: 1 },
    { failure: new ModelFailure("unreachable"), requests: 1 },
  ])("makes $requests requests if each fails with $failure", async ({ failure, ...row }) => {
    let requests = 0;
    const planning = planBy(() => {
      requests += 1;
      return Promise.reject(failure);
    });

    expect(await codeOf(planning)).toBe("planner-failed");
    expect(requests).toBe(row.requests);
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
    const planning = planBy(never, leaving.signal);

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

const { planned: tools } = createOffer(() => true)([registeredTool()]);

describe("the built-in planner", () => {
  it("plans by the words of the question, repeatably for the same tools", () => {
    const plan = createBuiltInPlan();
    const request = {
      question: 'How warm will it be in the city "Geneva"?',
      tools,
      signal: noAbort,
    };
    const expected = { type: "call_tool", tool: "get-forecast", arguments: { city: "Geneva" } };

    expect([plan(request), plan(request)]).toEqual([expected, expected]);
  });

  it("asks back if no tool fits", () => {
    const plan = createBuiltInPlan(() => "2026-01-01");

    expect(plan({ question: "Who painted the ceiling?", tools, signal: noAbort })).toMatchObject({
      type: "needs_more_info",
    });
  });
});

function codeFor(question: string): string {
  try {
    checkQuestion(question, (text) => text.includes("sesame"));
    return "passed";
  } catch (error) {
    return isRefusal(error) ? error.code : String(error);
  }
}

describe("checkQuestion", () => {
  it.each(["How warm is it?", "a", "How warm\nis it?", "Wie warm ist es? ☀️", "x".repeat(4_000)])(
    "accepts %j",
    (question) => {
      expect(codeFor(question)).toBe("passed");
    },
  );

  it.each([
    ["", "question-empty"],
    [" \n\t ", "question-empty"],
    ["x".repeat(4_001), "question-too-long"],
    ["How \u200Bwarm?", "question-has-hidden-characters"],
    ["How \u202Ewarm?", "question-has-hidden-characters"],
    ["How \u001B[2Jwarm?", "question-has-hidden-characters"],
    ["How \u0000warm?", "question-has-hidden-characters"],
    ["How \u{E0041}warm?", "question-has-hidden-characters"],
    ["How \uD800warm?", "question-has-hidden-characters"],
    ["open sesame", "question-has-secret"],
  ])("refuses %j as %s", (question, code) => {
    expect(codeFor(question)).toBe(code);
  });

  it.each([
    ["x".repeat(4_001), "The question has 4001 characters; the maximum is 4000."],
    ["How \u200Bwarm?", "The question has an invisible character: U+200B at position 5."],
    ["\u{1F600}\uD800", "The question has an invisible character: U+D800 at position 2."],
  ])("reports the fault and position in %j", (question, message) => {
    expect(() => checkQuestion(question, () => false)).toThrow(message);
  });
});
