import type { JsonObject, Tool } from "@toolcourt/sdk";
import { defineWorkflow, END, memoryRuns, START } from "@toolcourt/workflows";
import { z } from "zod";
import { agentHints } from "../../packages/workflows/src/testing/order.ts";

/** Parts of a tool that takes a word and returns it. */
export const wordTool = {
  description:
    "Says a word and counts that. Use it to see which steps were taken. Returns the word. For example: say a.",
  version: "1.0.0",
  permissions: [],
  responseTime: "fast",
  tags: ["counting"],
  parameters: z.object({ word: z.string().max(60).describe("Any word") }),
  result: z.object({ word: z.string().max(60).describe("The same word") }),
  idempotent: false,
  examples: [{ description: "A", params: { word: "a" }, expectedResult: { word: "a" } }],
} as const;

/** Returns a workflow whose only step is a call of the tool, with these arguments. */
export function trying(name: string, tool: string, given: JsonObject): Tool {
  return defineWorkflow({
    ...wordTool,
    name,
    category: "mutation",
    state: z.object({}),
    steps: (kinds) => ({
      say: kinds.readStep(
        tool,
        () => given,
        () => ({}),
      ),
    }),
    graph: (flow) => flow.addEdge(START, "say").addEdge("say", END),
    answer: ({ params }) => ({ data: params, agentHints }),
    runs: memoryRuns(),
  });
}
