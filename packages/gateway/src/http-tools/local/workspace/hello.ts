import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { defineTool, hints, type Tool } from "@toolcourt/sdk";
import { z } from "zod";

const greeting = z.object({
  message: z.string().describe("Greeting message"),
  timestamp: z.iso.datetime().describe("Server timestamp").meta({ "x-volatile": true }),
});

/** Creates the tool. Every accepted call succeeds. */
export function createHello(clock: Pick<Clock, "now">): Tool<typeof greeting> {
  return defineTool({
    name: "hello",
    description:
      "Test connectivity. Use it to see whether calls reach this server and answers come back. Returns a greeting and the time of the server. For example: say hello to Learner.",
    version: "1.0.0",
    permissions: [],
    parameters: z.object({ name: z.string().describe("Name to greet").default("World") }),
    result: greeting,
    category: "query",
    responseTime: "fast",
    cacheable: false,
    idempotent: true,
    approval: "none",
    examples: [
      {
        description: "Greets a learner",
        params: { name: "Learner" },
        expectedResult: { message: "Hello, Learner!", timestamp: "2026-01-15T10:30:00Z" },
      },
    ],
    tags: ["connectivity"],
    rateLimit: { maxCalls: 600, windowMs: 60_000 },
    constraints: ["No side effects.", "Always succeeds."],
    handler: ({ name }) => ({
      data: { message: `Hello, ${name}!`, timestamp: new Date(clock.now()).toISOString() },
      agentHints: hints({
        confidence: [{ name: "the call arrived", value: 1 }],
        sourceQuality: "high",
        validityPeriod: "immediate",
        reasoning: "The call reached the server, and this is its answer.",
      }),
    }),
  });
}
