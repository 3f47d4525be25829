import { noAbort, registeredTool } from "@toolcourt/testing/calls";
import { describe, expect, it } from "vitest";
import { createBuiltInPlan } from "./built-in.ts";
import { createOffer } from "./offer-tools.ts";

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
