import { END, START } from "@langchain/langgraph";
import { hints, type Tool } from "@toolcourt/sdk";
import { z } from "zod";
import { defineWorkflow } from "../define-workflow.ts";
import type { WorkflowDefinition } from "../definition/definition.ts";
import { memoryRuns } from "../store/memory-runs.ts";

const params = z.object({
  item: z.string().max(40).describe("What to order"),
  most: z.int().max(100).default(10).describe("The most that may be ordered"),
});
const result = z.object({ ordered: z.int().describe("How many were ordered") });
const state = z.object({ stock: z.int(), wanted: z.int(), order: z.string() });

type Order = WorkflowDefinition<
  typeof params,
  typeof result,
  typeof state,
  "look" | "decide" | "order"
>;

const stockAnswer = z.object({ stock: z.int() });
const orderAnswer = z.object({ id: z.string() });

export const agentHints = hints({
  confidence: [{ name: "counted", value: 1 }],
  sourceQuality: "high",
  validityPeriod: "short",
});

/** Checks the stock, decides the amount and orders it. One step of each kind, and a choice. */
export const orderDefinition: Order = {
  name: "order-item",
  description:
    "Orders an item when the stock is low. Use it when something runs out. Returns how many were ordered. For example: order pens.",
  version: "1.0.0",
  permissions: [],
  parameters: params,
  result,
  state,
  category: "mutation",
  responseTime: "slow",
  idempotent: false,
  examples: [{ description: "Pens", params: { item: "pen" }, expectedResult: { ordered: 7 } }],
  tags: ["stock"],
  steps: ({ readStep, toolStep, pureStep }) => ({
    look: readStep(
      "get-stock",
      ({ params: { item } }) => ({ item }),
      (_, answer) => ({ stock: answer.read(stockAnswer).stock }),
    ),
    decide: pureStep(({ params: { most }, stock = 0 }) => ({ wanted: Math.max(0, most - stock) })),
    order: toolStep(
      "place-order",
      ({ params: { item }, wanted = 0 }) => ({ item, count: wanted }),
      (_, answer) => ({ order: answer.read(orderAnswer).id }),
    ),
  }),
  graph: (flow) =>
    flow
      .addEdge(START, "look")
      .addEdge("look", "decide")
      .addConditionalEdges("decide", ({ wanted }) => (wanted === 0 ? END : "order"), ["order", END])
      .addEdge("order", END),
  answer: ({ wanted = 0 }) => ({ data: { ordered: wanted }, agentHints }),
  runs: memoryRuns(),
};

/** Returns the workflow with the given differences and its own run store. */
export function orderWorkflow(differences: Partial<Order> = {}): Tool {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a test changes one half of a union at most
  const definition = { ...orderDefinition, runs: memoryRuns(), ...differences } as Order;
  return defineWorkflow(definition);
}
