import { realpathSync } from "node:fs";
import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { dataSchemaIn, defineTool, hints, readContract, type Tool } from "@toolcourt/sdk";
import { z } from "zod";
import { Memory } from "./memory.ts";
import { createReadRepoFile } from "./read-repo-file.ts";
import { createWriteMemoryEntry } from "./write-memory-entry.ts";

const greeting = z.object({
  message: z.string().describe("Greeting message"),
  timestamp: z.iso.datetime().describe("Server timestamp").meta({ "x-volatile": true }),
});

export interface WorkspaceOptions extends Pick<Runtime, "clock"> {
  /** The folder that the tools may access. */
  readonly root: string;
  /** Folder of the memory files, relative to the root. Default: `.claude/memory`. */
  readonly memoryFolder?: string;
  /**
   * Whether the tools answer with the result envelope, for the profile `agent-hints`. Default: off,
   * a result is the data alone.
   */
  readonly hasEnvelope?: boolean;
}

/**
 * Creates the tools of one workspace. Throws if the folder does not exist, or if the memory folder
 * is refused.
 */
export function createWorkspaceTools(options: WorkspaceOptions): readonly Tool[] {
  const { clock, memoryFolder: folder = ".claude/memory", hasEnvelope = false } = options;
  // Resolved once at the start, so that swapping the folder later exposes nothing.
  const root = realpathSync(options.root);
  const tools = [
    createHello(clock),
    createReadRepoFile(root),
    createWriteMemoryEntry(new Memory({ root, folder, clock })),
  ];
  return hasEnvelope ? tools : tools.map(withBareResults);
}

/** Returns the tool with a contract that promises its data alone. The contract decides the form. */
function withBareResults(tool: Tool): Tool {
  const { server, asReceived, output = {} } = tool.contract;
  const outputSchema = dataSchemaIn(output);
  if (outputSchema === undefined)
    throw new TypeError("the data of a tool has no schema of its own");
  const reading = readContract({ server, tool: { ...asReceived, outputSchema } });
  if (reading.kind === "unreadable") throw new TypeError(reading.message);
  return Object.freeze({ ...tool, contract: Object.freeze(reading.contract) });
}

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
