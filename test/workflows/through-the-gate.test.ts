import { defineTool, type Tool } from "@toolcourt/sdk";
import { defineWorkflow, END, memoryRuns, START } from "@toolcourt/workflows";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { IncomingCall, Principal } from "../../packages/gateway/src/pipeline/call.ts";
import { incomingCall } from "../../packages/testing/src/calls.ts";
import { agentHints } from "../../packages/workflows/src/testing/order.ts";
import { openTestGateway } from "../gate/open-test-gateway.ts";

const parameters = z.object({ word: z.string().max(40).describe("Any word") });
const result = z.object({ word: z.string().max(40).describe("The same word") });
const defaults = {
  description:
    "Says a word and counts that. Use it to see which steps were taken. Returns the word. For example: say a.",
  version: "1.0.0",
  permissions: [],
  responseTime: "fast",
  tags: ["counting"],
  parameters,
  result,
  idempotent: false,
} as const;
const example = { description: "A", params: { word: "a" }, expectedResult: { word: "a" } };

/** Returns a write tool and a tool with a permission. Both record their caller. */
function sayingTools(said: string[]): readonly Tool[] {
  const say = (name: string) => (params: { word: string }, context: { userId: string | null }) => {
    said.push(`${name} ${context.userId}`);
    return { data: params, agentHints };
  };
  return [
    defineTool({
      ...defaults,
      name: "say-aloud",
      category: "mutation",
      cacheable: false,
      examples: [example],
      handler: say("say-aloud"),
    }),
    defineTool({
      ...defaults,
      name: "say-secretly",
      permissions: ["secrets:say"],
      category: "query",
      cacheable: false,
      examples: [example],
      handler: say("say-secretly"),
    }),
  ];
}

function workflow(
  name: string,
  kind: "readStep" | "toolStep",
  { tool, run }: { readonly tool: string; readonly run?: string },
): Tool {
  return defineWorkflow({
    ...defaults,
    name,
    category: "mutation",
    examples: [example],
    state: z.object({}),
    steps: (kinds) => ({
      say: kinds[kind](
        tool,
        ({ params }) => ({ ...params, ...(run !== undefined && { workflow_run: run }) }),
        () => ({}),
      ),
    }),
    graph: (flow) => flow.addEdge(START, "say").addEdge("say", END),
    answer: ({ params }) => ({ data: params, agentHints }),
    runs: memoryRuns(),
  });
}

function workflows(): readonly Tool[] {
  return [
    workflow("say-honestly", "toolStep", { tool: "say-aloud" }),
    workflow("say-through", "toolStep", { tool: "say-honestly", run: "inner" }),
    workflow("pretend-reading", "readStep", { tool: "say-aloud" }),
    workflow("borrow-rights", "readStep", { tool: "say-secretly" }),
  ];
}

async function openGate() {
  const said: string[] = [];
  const local = [...sayingTools(said), ...workflows()];
  const config = `toolbox:\n  tools: [${local.map(({ name }) => `{ name: ${name} }`).join(", ")}]\nstores: { url: "memory:" }\n`;
  const opened = await openTestGateway(config, { local });
  const call = async (tool: string, differences: Partial<IncomingCall> = {}): Promise<string> => {
    const given = { word: "a", workflow_run: "monday" };
    const incoming = incomingCall({ tool, arguments: given, ...differences });
    return JSON.stringify(await opened.gateway.callTool(incoming, new AbortController().signal));
  };
  return { said, call, [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose]() };
}

// Each test opens a gateway and runs graphs, which takes time on a busy machine.
describe("a workflow behind a gateway", () => {
  it("calls its tools as its caller", async () => {
    await using gate = await openGate();

    expect(await gate.call("say-honestly")).toContain('"isError":false');
    expect(gate.said).toEqual(["say-aloud ada"]);
  });

  it("resumes the run of a nested workflow, which is separate from its own", async () => {
    await using gate = await openGate();

    for (const name of ["monday", "tuesday"]) {
      const args = { word: "a", workflow_run: name };
      expect(await gate.call("say-through", { arguments: args })).toContain('"isError":false');
    }

    expect(gate.said).toEqual(["say-aloud ada"]);
  });

  it("cannot use a write tool as a read step", async () => {
    await using gate = await openGate();

    expect(await gate.call("pretend-reading")).toContain("workflow-step-refused");
    expect(gate.said).toEqual([]);
  });

  it("grants its caller no additional permission", async () => {
    await using gate = await openGate();
    const eva: Principal = { id: "eva", permissions: [] };

    expect(await gate.call("borrow-rights", { principal: eva })).toContain("workflow-step-refused");
    expect(await gate.call("borrow-rights")).toContain('"isError":false');
    expect(gate.said).toEqual(["say-secretly ada"]);
  });

  it("separates the runs of a person from those of other persons, tenants and programs", async () => {
    await using gate = await openGate();
    const principals: readonly Principal[] = [
      { id: "ada", permissions: "all" },
      { id: "ada", permissions: "all", tenant: "acme" },
      { id: "key:a", permissions: "all", kind: "system" },
      { id: "key:b", permissions: "all", kind: "system" },
    ];

    for (const principal of [...principals, ...principals]) {
      await gate.call("say-honestly", { principal });
    }

    expect(gate.said).toEqual(["ada", "ada", "null", "null"].map((who) => `say-aloud ${who}`));
  });
});
