import type { Tool } from "@toolcourt/sdk";
import { expectTypeOf } from "vitest";
import { z } from "zod";
import { defineWorkflow } from "./define-workflow.ts";
import type { StepFailure } from "./definition/step.ts";
import { agentHints, orderDefinition } from "./testing/order.ts";

const { name, description, version, responseTime, runs } = orderDefinition;
const base = { name, description, version, responseTime, runs, permissions: [], idempotent: true };
const shapes = {
  ...base,
  tags: ["stock"] as [string],
  category: "mutation" as const,
  parameters: z.object({ item: z.string(), most: z.int().default(10) }),
  result: z.object({ ordered: z.int() }),
  state: z.object({ stock: z.int() }),
  examples: [
    { description: "Pens", params: { item: "pen" }, expectedResult: { ordered: 7 } },
  ] as const satisfies readonly [unknown],
};

// Params have their defaults applied. State keys may be unset.
const workflow = defineWorkflow({
  ...shapes,
  steps: ({ readStep, pureStep }) => ({
    look: readStep(
      "get-stock",
      (state) => {
        expectTypeOf(state.params).toEqualTypeOf<{ item: string; most: number }>();
        expectTypeOf(state.stock).toEqualTypeOf<number | undefined>();
        return { item: state.params.item };
      },
      (_, result) => {
        expectTypeOf(result.read(z.string())).toEqualTypeOf<string>();
        return { stock: 1 };
      },
    ),
    decide: pureStep(({ stock = 0 }) => ({ stock: stock + 1 })),
  }),
  graph: (flow) =>
    flow
      .addEdge("__start__", "look")
      .addConditionalEdges("look", ({ stock }) => (stock === 0 ? "decide" : "__end__"), [
        "decide",
        "__end__",
      ])
      .addEdge("decide", "__end__"),
  answer: ({ stock = 0 }) => ({ data: { ordered: stock }, agentHints }),
});
expectTypeOf(workflow).toExtend<Tool>();

defineWorkflow({
  ...shapes,
  steps: ({ pureStep }) => ({ decide: pureStep(() => ({ stock: 1 })) }),
  graph: (flow) => {
    expectTypeOf(flow).not.toHaveProperty("addNode");
    // @ts-expect-error there is no step of this name
    flow.addEdge("__start__", "look");
  },
  answer: () => ({ data: { ordered: 1 }, agentHints }),
});

defineWorkflow({
  ...shapes,
  steps: ({ readStep }) => ({
    look: readStep(
      "get-stock",
      () => ({}),
      () => ({ stock: 1 }),
    ),
  }),
  graph: (flow) => {
    flow.addFailureEdge("look", "__end__");
    // @ts-expect-error nothing fails before the first step
    flow.addFailureEdge("__start__", "look");
  },
  answer: ({ failures }) => {
    expectTypeOf(failures["look"]).toEqualTypeOf<StepFailure | undefined>();
    return { data: { ordered: 1 }, agentHints };
  },
});

defineWorkflow({
  ...shapes,
  steps: ({ pureStep }) => ({
    // @ts-expect-error the state has no such key
    decide: pureStep(() => ({ price: 1 })),
    // @ts-expect-error a function is no step
    look: () => ({ stock: 1 }),
  }),
  graph: (flow) => flow,
  answer: () => ({ data: { ordered: 1 }, agentHints }),
});

defineWorkflow({
  ...shapes,
  // @ts-expect-error what a workflow answers is never kept for others
  cacheable: true,
  steps: ({ pureStep }) => ({ decide: pureStep(() => ({})) }),
  graph: (flow) => flow,
  // @ts-expect-error the answer must match the result
  answer: () => ({ data: { ordered: "1" }, agentHints }),
});
