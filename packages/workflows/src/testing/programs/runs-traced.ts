import { argv } from "node:process";
import { Annotation, END, START, StateGraph } from "@langchain/langgraph";
import { toolContext } from "@toolcourt/sdk/testing";
import { fakeCalls } from "../fake-calls.ts";
import { orderWorkflow } from "../order.ts";

// Runs a graph to its end, as a workflow or with plain LangGraph, in the environment it is started
// in.

async function asWorkflow(): Promise<void> {
  const calls = fakeCalls({ "get-stock": () => ({ stock: 3 }), "place-order": () => "unfit" });
  const tool = orderWorkflow();
  await tool.invoke({ item: "pen", workflow_run: "monday" }, toolContext({ calls }));
  await tool.invoke({ item: "pen", workflow_run: "monday" }, toolContext({ calls }));
}

async function asGraph(): Promise<void> {
  await new StateGraph(Annotation.Root({ said: Annotation<string>() }))
    .addNode("look", () => ({ said: "3" }))
    .addEdge(START, "look")
    .addEdge("look", END)
    .compile()
    .invoke({ said: "pen" });
}

await (argv[2] === "workflow" ? asWorkflow() : asGraph());
