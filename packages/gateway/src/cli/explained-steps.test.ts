import { expect, it } from "vitest";
import { createAskTool } from "../compose/ask-tool.ts";
import { callingTool, registeredCallingTool } from "../testing/calling-tool.ts";
import { registeredTool, writingTool } from "../testing/calls.ts";
import { explainedSteps } from "./explained-steps.ts";

const steps = ["get-forecast", "get-held", "get-lost", "write-card"];
const tools = new Map([
  ["get-forecast", registeredTool()],
  ["get-held", registeredTool({ hold: { kind: "not-admitted" } })],
  ["write-card", writingTool()],
]);

it("reports for each step whether it could be called", () => {
  const tool = registeredCallingTool(callingTool({ steps, run: async () => null }));

  expect(explainedSteps(tool, { tools })).toEqual([
    { tool: "get-forecast", state: "callable" },
    { tool: "get-held", state: "held" },
    { tool: "get-lost", state: "unknown" },
    { tool: "write-card", state: "stronger" },
  ]);
});

it("returns no steps for tools that declare none, nor for the ask tool", () => {
  expect(explainedSteps(registeredTool(), { tools })).toEqual([]);
  expect(explainedSteps(registeredCallingTool(createAskTool().tool), { tools })).toEqual([]);
});
