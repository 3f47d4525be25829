import { defineTool, hints, type Tool } from "@toolcourt/sdk";
import { z } from "zod";

/** A local tool, for tests about its container. */
export const greetTool: Tool = defineTool({
  name: "greet-person",
  description:
    "Greets a person by name. Use it to see whether a connection works. Returns the greeting. For example: greet Ada.",
  version: "1.2.3",
  permissions: ["people:greet"],
  parameters: z.object({
    person: z.string().min(1).max(80).describe("Name of the person to greet"),
  }),
  result: z.object({ greeting: z.string().describe("The greeting") }),
  category: "query",
  responseTime: "fast",
  cacheable: false,
  idempotent: true,
  examples: [
    {
      description: "Greets Ada",
      params: { person: "Ada" },
      expectedResult: { greeting: "Hello, Ada!" },
    },
  ],
  tags: ["connectivity"],
  handler: ({ person }) => ({
    data: { greeting: `Hello, ${person}!` },
    agentHints: hints({
      confidence: [{ name: "name given", value: 1 }],
      sourceQuality: "high",
      validityPeriod: "indefinite",
    }),
  }),
});
