import { defineTool, hints, type Tool } from "@toolcourt/sdk";
import { defineWorkflow, END, type RunStore, START } from "@toolcourt/workflows";
import { z } from "zod";

const agentHints = hints({
  confidence: [{ name: "counted", value: 1 }],
  sourceQuality: "high",
  validityPeriod: "short",
});

const defaults = {
  description:
    "Counts or orders an item of the shop. Use it when something may run out. Returns a number. For example: how many pens are there?",
  version: "1.0.0",
  permissions: [],
  responseTime: "fast",
  idempotent: false,
  tags: ["stock"],
} as const;

const parameters = z.object({ item: z.string().max(40).describe("Name of the item") });
const result = z.object({ count: z.int().describe("How many") });
const examples = [
  { description: "Pens", params: { item: "pen" }, expectedResult: { count: 3 } },
] as const;
const terms = { ...defaults, parameters, result, examples } as const;

const counted = z.object({ data: result });

function countThree() {
  return { data: { count: 3 }, agentHints };
}

/** Returns two tools, and a workflow that looks, computes and orders. */
export function orderTools(runs: RunStore): readonly Tool[] {
  const plain = { ...terms, cacheable: false, handler: countThree } as const;
  return [
    defineTool({ ...plain, name: "get-stock", category: "query" }),
    defineTool({ ...plain, name: "place-order", category: "mutation" }),
    defineWorkflow({
      ...terms,
      name: "restock-item",
      category: "mutation",
      responseTime: "slow",
      state: z.object({ count: z.int(), missing: z.int() }),
      steps: ({ readStep, pureStep, toolStep }) => ({
        "count-stock": readStep(
          "get-stock",
          ({ params }) => ({ item: params.item }),
          (_, answer) => answer.read(counted).data,
        ),
        reckon: pureStep(({ count = 0 }) => ({ missing: 10 - count })),
        order: toolStep(
          "place-order",
          ({ params }) => ({ item: params.item }),
          () => ({}),
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
      answer: ({ missing = 0 }) => ({ data: { count: missing }, agentHints }),
      runs,
    }),
  ];
}
