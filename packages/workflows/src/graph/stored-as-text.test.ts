import type { JsonValue } from "@toolcourt/sdk";
import { toolContext } from "@toolcourt/sdk/testing";
import { expect, it } from "vitest";
import { z } from "zod";
import { defineWorkflow } from "../define-workflow.ts";
import { memoryRuns } from "../store/memory-runs.ts";
import { fakeCalls } from "../testing/fake-calls.ts";
import { agentHints, orderDefinition } from "../testing/order.ts";

const { parameters, name, description, version, category, responseTime } = orderDefinition;

/** Values that LangChain revives as objects, or replaces with a secret. */
const revivable: JsonValue = [
  { lc: 1, type: "secret", id: ["PATH"] },
  { lc: 1, type: "constructor", id: ["langchain_core", "messages", "AIMessage"], kwargs: {} },
  { lc: 2, type: "constructor", id: ["Set"], args: [[1]] },
  { lc: 2, type: "undefined" },
];

const quote = defineWorkflow({
  name,
  description,
  version,
  category,
  responseTime,
  parameters,
  permissions: [],
  idempotent: true,
  tags: ["quotes"],
  examples: [{ description: "Pens", params: { item: "pen" }, expectedResult: { said: 1 } }],
  result: z.object({ said: z.json() }),
  state: z.object({ said: z.json() }),
  steps: ({ readStep }) => ({
    ask: readStep(
      "get-quote",
      () => ({}),
      (_, answer) => ({ said: answer.read(z.json()) }),
    ),
    look: readStep(
      "get-stock",
      () => ({}),
      () => ({}),
    ),
  }),
  graph: (flow) =>
    flow.addEdge("__start__", "ask").addEdge("ask", "look").addEdge("look", "__end__"),
  answer: ({ said = 0 }) => ({ data: { said }, agentHints }),
  runs: memoryRuns(),
});

const fails = (): never => {
  throw new Error("Not now.");
};

it("returns a tool's output unchanged after the run was stored and resumed", async () => {
  const input = { item: "pen", workflow_run: "monday" };
  const first = { "get-quote": () => revivable, "get-stock": fails };
  await quote.invoke(input, toolContext({ calls: fakeCalls(first) }));

  const resumed = fakeCalls({ "get-stock": () => 1 });
  const { data } = await quote.invoke(input, toolContext({ calls: resumed }));

  expect(data).toEqual({ said: revivable });
});
