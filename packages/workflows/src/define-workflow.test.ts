import { InnerCallError, type Tool, type ToolContext } from "@toolcourt/sdk";
import { toolContext } from "@toolcourt/sdk/testing";
import { describe, expect, it } from "vitest";
import { type FakeTools, fakeCalls } from "./testing/fake-calls.ts";
import { orderWorkflow } from "./testing/order.ts";

const tools: FakeTools = { "get-stock": () => ({ stock: 3 }), "place-order": () => ({ id: "o1" }) };

const waiting = (): never => {
  throw new InnerCallError("approval-required", "Wait.", { approvalId: "a-17" });
};

async function run(tool: Tool, given: FakeTools = tools, context: Partial<ToolContext> = {}) {
  const calls = fakeCalls(given);
  const answer = await tool.invoke(
    { item: "pen", workflow_run: "monday" },
    toolContext({ calls, ...context }),
  );
  return { answer, called: calls.made.map((made) => made.tool), made: calls.made };
}

describe("a workflow", () => {
  it("is one tool whose contract names every tool that it can call", () => {
    const { contract } = orderWorkflow();

    expect(contract.terms.steps).toEqual(["get-stock", "place-order"]);
    expect(contract.effect).toBe("write");
  });

  it("takes its steps in order, each with what those before it found", async () => {
    const { answer, made } = await run(orderWorkflow());

    expect(answer.error).toBeUndefined();
    expect(answer.data).toEqual({ ordered: 7 });
    expect(made).toEqual([
      { tool: "get-stock", args: { item: "pen" } },
      { tool: "place-order", args: { item: "pen", count: 7 } },
    ]);
  });

  it("goes the way that a choice says", async () => {
    const { answer, called } = await run(orderWorkflow(), { "get-stock": () => ({ stock: 50 }) });

    expect(answer.data).toEqual({ ordered: 0 });
    expect(called).toEqual(["get-stock"]);
  });

  it("gives the answer of a run that is done again, without a step", async () => {
    const tool = orderWorkflow();
    await run(tool);

    const { answer, called } = await run(tool, {});

    expect(answer.data).toEqual({ ordered: 7 });
    expect(called).toEqual([]);
  });

  it("stops at a step that waits for an approval, and goes on there", async () => {
    const tool = orderWorkflow();

    const first = await run(tool, { ...tools, "place-order": waiting });
    const again = await run(tool, { ...tools, "place-order": waiting });
    const then = await run(tool, { "place-order": tools["place-order"] ?? waiting });

    expect(first.answer.error).toMatchObject({ code: "workflow-waits" });
    expect(first.answer.error?.message).toContain("a-17");
    expect(first.answer.error?.message).toContain('workflow_run "monday"');
    expect(again.called).toEqual(["place-order"]);
    expect(then.answer.data).toEqual({ ordered: 7 });
    expect(then.called).toEqual(["place-order"]);
  });
});
