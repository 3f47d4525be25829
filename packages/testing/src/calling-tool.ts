import type { RegisteredTool } from "@toolcourt/gateway/internal/catalog/snapshot";
import {
  defineTool,
  type Effect,
  type HandlerContext,
  hints,
  type InnerCalls,
  type JsonValue,
  type Tool,
} from "@toolcourt/sdk";
import { z } from "zod";
import { registeredTool } from "./calls.ts";

export interface CallingTool {
  readonly name?: string;
  readonly steps: readonly string[];
  readonly effect?: Effect;
  /** The tool's handler. */
  readonly run: (calls: InnerCalls, context: HandlerContext) => Promise<JsonValue>;
}

/** Creates a local tool that calls others and answers with JSON text. */
export function callingTool({ name = "sum-up", steps, effect = "read", run }: CallingTool): Tool {
  const promises = {
    name,
    description:
      "Sums up what other tools say. Use it to see whether tools can call others. Returns a text. For example: sum up.",
    version: "1.0.0",
    permissions: [],
    parameters: z.object({}),
    result: z.object({ said: z.string().describe("What the tools said, as JSON") }),
    responseTime: "fast",
    cacheable: false,
    idempotent: true,
    examples: [{ description: "All", params: {}, expectedResult: { said: "{}" } }],
    tags: ["tests"],
    steps,
    handler: async (_: unknown, context: HandlerContext) => {
      if (context.calls === undefined) throw new TypeError("There is no way to call.");
      const said = JSON.stringify(await run(context.calls, context));
      return { data: { said }, agentHints };
    },
  } as const;
  return effect === "read"
    ? defineTool({ ...promises, category: "query", examples: [...promises.examples], tags: ["a"] })
    : defineTool({
        ...promises,
        category: "mutation",
        effect,
        examples: [...promises.examples],
        tags: ["a"],
      });
}

const agentHints = hints({
  confidence: [{ name: "said so", value: 1 }],
  sourceQuality: "high",
  validityPeriod: "short",
});

/** Creates the same tool as a registry entry. */
export function registeredCallingTool(
  tool: Tool,
  settings: Partial<RegisteredTool["settings"]> = {},
): RegisteredTool {
  return registeredTool({
    publicName: tool.name,
    contract: tool.contract,
    home: { kind: "local", tool },
    settings: { maxInstances: 10, timeoutMs: 1_000, approval: "none", ...settings },
  });
}
