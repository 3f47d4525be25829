import { randomUUID } from "node:crypto";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import {
  type BoxedToolsDeps,
  openBoxedTools,
} from "@toolcourt/gateway/internal/http-tools/boxed/open-boxed-tools";
import type { Tool, ToolContext } from "@toolcourt/sdk";
import { onTestFinished } from "vitest";
import { type Folder, openFolder } from "../folder.ts";

/** The context of a call by hand. */
export const plainContext: ToolContext = {
  userId: null,
  correlationId: "0b8f3c52-9d1e-4a86-b7ce-2f6d1c0e5a41",
  traceId: "6a1d0e9c-3f2b-4c58-8e77-91b0a4d2c3f6",
  agentId: "a",
  agentVersion: "1",
  timestamp: "2026-01-01T00:00:00.000Z",
};

/** The parts of a result that say nothing. */
export const plainRest = {
  agentHints: {
    suggestedNextActions: [],
    relatedResources: [],
    confidence: 1,
    sourceQuality: "high",
    validityPeriod: "short",
    contextNeeded: [],
    assumptions: [],
    riskFactors: [],
    dependencies: [],
    estimatedImpact: { benefit: 0, effort: 0, roi: 0 },
    preferenceAlignment: [],
  },
  metadata: {
    toolVersion: "1",
    timestamp: plainContext.timestamp,
    executionTime: 1,
    serviceVersion: "1",
  },
};

/** A tool without the SDK, as a module that is not trusted may export it. Loads fast. */
export function plainModule(invoke: string): string {
  const asReceived = { name: "a", description: "A.", inputSchema: { type: "object" } };
  return `
    const rest = ${JSON.stringify(plainRest)};
    let calls = 0;
    export const tool = {
      name: "a", version: "1", contract: { asReceived: ${JSON.stringify(asReceived)} },
      invoke: async (input, context) => { calls += 1; ${invoke} },
    };`;
}

export interface PlainOptions extends Partial<Pick<BoxedToolsDeps, "files" | "unshare">> {
  /** The folder of `tools/module.mjs` and `config`. Default: a new one. */
  readonly folder?: Folder;
}

/** Opens a box with one tool, whose body is the text. */
export async function openPlainTool(invoke: string, options: PlainOptions = {}): Promise<Tool> {
  const { folder = await openFolder(), files = async () => [], unshare } = options;
  await folder.write("tools/module.mjs", plainModule(invoke));
  await folder.write("config/toolcourt.yaml", "");
  const stack = new AsyncDisposableStack();
  onTestFinished(() => stack.disposeAsync());
  stack.use(folder);
  const [tool] = await openBoxedTools(`${folder.path}/tools/module.mjs`, "./module.mjs", {
    clock: systemClock,
    newId: randomUUID,
    stack,
    configured: `${folder.path}/config`,
    files,
    ...(unshare !== undefined && { unshare }),
  });
  if (tool === undefined) throw new TypeError("There is no tool.");
  return tool;
}
