import type { Tool } from "@toolcourt/sdk";
import { defineWorkflow, END, type RunStore, START } from "@toolcourt/workflows";
import { z } from "zod";
import { placed, restockHints, stock } from "./stock-tools.ts";

/** Our own tools answer with the data in an envelope. */
const stockAnswer = z.object({ data: stock });
const orderAnswer = z.object({ data: placed });

const terms = {
  name: "restock-item",
  description:
    "Orders what is missing of an item. Use it when a person wants to have enough of something. Returns how many were ordered, and the order. For example: make sure that there are ten pens.",
  version: "1.0.0",
  permissions: [],
  category: "mutation",
  effect: "write",
  responseTime: "slow",
  idempotent: false,
  tags: ["stock"],
} as const;

/** Reads the stock, computes the shortage, and orders it. */
export function createRestock(runs: RunStore): Tool {
  return defineWorkflow({
    ...terms,
    parameters: z.object({
      item: z.string().min(1).max(40).describe("Name of the item"),
      enough: z.int().min(1).max(100).describe("How many there should be"),
    }),
    result: z.object({
      ordered: z.int().describe("How many were ordered"),
      order: z.string().max(40).optional().describe("Id of the order"),
    }),
    examples: [
      {
        description: "Ten pens",
        params: { item: "pen", enough: 10 },
        expectedResult: { ordered: 7, order: "pen-7" },
      },
    ],
    state: z.object({ count: z.int(), missing: z.int(), order: z.string() }),

    steps: ({ readStep, pureStep, toolStep }) => ({
      "count-stock": readStep(
        "get-stock",
        ({ params }) => ({ item: params.item }),
        (_, result) => ({ count: result.read(stockAnswer).data.count }),
      ),
      reckon: pureStep(({ params, count = 0 }) => ({
        missing: Math.max(0, params.enough - count),
      })),
      order: toolStep(
        "place-order",
        ({ params, missing = 0 }) => ({ item: params.item, count: missing }),
        (_, result) => ({ order: result.read(orderAnswer).data.order }),
      ),
    }),
    graph: (flow) =>
      flow
        .addEdge(START, "count-stock")
        .addEdge("count-stock", "reckon")
        .addConditionalEdges("reckon", ({ missing }) => (missing === 0 ? END : "order"), [
          "order",
          END,
        ])
        .addEdge("order", END),
    answer: ({ missing = 0, order }) => ({
      data: { ordered: missing, ...(order !== undefined && { order }) },
      agentHints: restockHints,
    }),
    runs,
  });
}
