import { describe, expect, it } from "vitest";
import { orderDefinition, orderWorkflow } from "../testing/order.ts";

const { steps, parameters, state } = orderDefinition;

describe("drawBlueprint", () => {
  it("rejects a node not made by a step kind", () => {
    const lookalike = { kind: "pure", compute: () => ({ wanted: 1 }) } as const;

    expect(() =>
      orderWorkflow({ steps: (kinds) => ({ ...steps(kinds), decide: lookalike }) }),
    ).toThrow(
      'Tool "order-item", /steps: "decide" was not made by readStep, toolStep or pureStep.',
    );
  });

  it("rejects a read-only category with a step that may change things", () => {
    expect(() => orderWorkflow({ category: "query" })).toThrow('"order" is not a readStep');
  });

  it("rejects a graph in which no step calls a tool", () => {
    const nothing = { wanted: 1 };

    expect(() =>
      orderWorkflow({
        steps: ({ pureStep }) => ({
          look: pureStep(() => nothing),
          decide: pureStep(() => nothing),
          order: pureStep(() => nothing),
        }),
      }),
    ).toThrow("/steps: no step calls a tool.");
  });

  it.each(["nowhere", "__proto__"])("rejects an edge to %s", (to) => {
    expect(() =>
      orderWorkflow({
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a program without types could write
        graph: (flow) => flow.addEdge("__start__", to as "look"),
      }),
    ).toThrow(`/graph: there is no step "${to}".`);
  });

  it("rejects an unreachable step", () => {
    expect(() =>
      orderWorkflow({
        graph: (flow) => flow.addEdge("__start__", "look").addEdge("look", "__end__"),
      }),
    ).toThrow('Tool "order-item", /graph: ');
  });

  it("rejects a node added directly to the graph", () => {
    expect(() =>
      orderWorkflow({
        graph: (flow) => {
          Reflect.set(flow, "addNode", () => flow);
          if (!("addNode" in flow)) throw new TypeError("there is no way to add a node");
        },
      }),
    ).toThrow("/graph: there is no way to add a node.");
  });

  it("rejects a reserved parameter or state key", () => {
    const ours = parameters.extend({ workflow_run: parameters.shape.item });

    expect(() => orderWorkflow({ parameters: ours })).toThrow(
      "/parameters: workflow_run is added by defineWorkflow",
    );
    expect(() => orderWorkflow({ state: state.extend({ params: state.shape.order }) })).toThrow(
      "/state: the name params is reserved",
    );
  });

  it.each([0, 1.5, 1001, Number.NaN])("rejects %d rounds", (maxRounds) => {
    expect(() => orderWorkflow({ maxRounds })).toThrow("/maxRounds");
  });
});
