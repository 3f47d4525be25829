import { defineTool, hints, type Tool } from "@toolcourt/sdk";
import { z } from "zod";

/** A tool that answers with what it knows about its call. */
export const tellContext: Tool = defineTool({
  name: "tell-context",
  description:
    "Tells what a tool knows about its own call. Use it to see whether a gateway passes the user. Returns the context as a text. For example: who is calling?",
  version: "1.0.0",
  permissions: [],
  parameters: z.object({ word: z.string().max(100).describe("Any word") }),
  result: z.object({ context: z.string().describe("The context as JSON") }),
  category: "query",
  responseTime: "fast",
  cacheable: false,
  idempotent: true,
  examples: [
    {
      description: "The context of a call",
      params: { word: "a" },
      expectedResult: { context: "{}" },
    },
  ],
  tags: ["context"],
  handler: (_, { signal: _signal, ...context }) => ({
    data: { context: JSON.stringify(context) },
    agentHints: hints({
      confidence: [{ name: "known", value: 1 }],
      sourceQuality: "high",
      validityPeriod: "short",
    }),
  }),
});
