import { callingTool, registeredCallingTool } from "@toolcourt/testing/calling-tool";
import { registeredTool, writingTool } from "@toolcourt/testing/calls";
import { expect, it } from "vitest";
import { explainedSteps } from "./explanation.ts";

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

it("returns no steps for tools that declare none, nor for the host", () => {
  const host = registeredCallingTool(callingTool({ steps: ["*"], run: async () => null }));

  expect(explainedSteps(registeredTool(), { tools })).toEqual([]);
  expect(explainedSteps(host, { tools }, (tool) => tool === host)).toEqual([]);
});
