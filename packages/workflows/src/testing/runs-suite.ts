import { InnerCallError, type RunSummary, type Tool, type ToolRuns } from "@toolcourt/sdk";
import { toolContext } from "@toolcourt/sdk/testing";
import { describe, expect, it } from "vitest";
import type { RunStore } from "../store/run-store.ts";
import { type FakeTools, fakeCalls } from "./fake-calls.ts";
import { orderDefinition, orderWorkflow } from "./order.ts";

const tools: FakeTools = {
  "get-stock": () => ({ stock: 3 }),
  "place-order": () => ({ id: "o1" }),
};

function refusing(
  code: string,
  options: { readonly approvalId?: string; readonly callId?: string },
) {
  return (): never => {
    throw new InnerCallError(code, "Said by the gateway.", { neverRan: true, ...options });
  };
}

interface Asked {
  readonly tools?: FakeTools;
  readonly tenant?: string;
}

async function order(tool: Tool, name: string | undefined, asked: Asked = {}): Promise<void> {
  const calls = fakeCalls({ ...tools, ...asked.tools });
  const theirs = asked.tenant === undefined ? calls : { ...calls, tenant: asked.tenant };
  const input = { item: "pen", ...(name !== undefined && { workflow_run: name }) };
  await tool.invoke(input, toolContext({ calls: theirs }));
}

function runsOf({ runs }: Tool): ToolRuns {
  if (runs === undefined) throw new Error("A workflow shows its runs.");
  return runs;
}

async function listed(tool: Tool, page: Partial<Parameters<ToolRuns["list"]>[0]> = {}) {
  return runsOf(tool).list({ max: 10, ...page });
}

const idIn = ([first]: readonly RunSummary[]): string => first?.id ?? "";
const names = (found: readonly RunSummary[]): readonly string[] => found.map(({ name }) => name);

const decidingOtherwise: typeof orderDefinition.steps = (kinds) => ({
  ...orderDefinition.steps(kinds),
  decide: kinds.pureStep(() => ({ wanted: 1 })),
});

type Open = () => Promise<RunStore>;

function listedRuns(open: Open): void {
  it("are listed with their states, the newest first, and page by page", async () => {
    const tool = orderWorkflow({ runs: await open() });
    const waiting = refusing("approval-required", { approvalId: "a1", callId: "c2" });
    await order(tool, "monday");
    await order(tool, "tuesday", { tools: { "place-order": waiting } });
    await order(tool, "friday", { tools: { "get-stock": refusing("policy-denied", {}) } });

    const all = await listed(tool);
    const [first] = all;
    const rest = await listed(tool, { max: 1, ...(first && { before: first }) });

    expect(all.map(({ name, state, code }) => [name, state, code])).toEqual([
      ["friday", "stopped", "workflow-step-refused"],
      ["tuesday", "waits", null],
      ["monday", "done", null],
    ]);
    expect(first).toMatchObject({ tool: "order-item", userId: "user_1", tenant: null });
    expect(names(rest)).toEqual(["tuesday"]);
    expect(names(await listed(tool, { state: "waits" }))).toEqual(["tuesday"]);
  });
}

function shownRuns(open: Open): void {
  it("have each step with its call, and the graph", async () => {
    const tool = orderWorkflow({ runs: await open() });
    const waiting = refusing("approval-required", { approvalId: "a1", callId: "c2" });
    await order(tool, "monday", { tools: { "place-order": waiting } });
    const id = idIn(await listed(tool));

    const before = await runsOf(tool).show(id);
    await order(tool, "monday");
    const after = await runsOf(tool).show(id);

    const step = { code: null, approval: null };
    expect(before).toMatchObject({ state: "waits", isChanged: false });
    expect(before?.steps.map(({ at }) => at?.slice(-1))).toEqual(["Z", "Z", "Z"]);
    expect(before?.steps).toMatchObject([
      { ...step, name: "look", kind: "read", tool: "get-stock", state: "done", callId: "call-1" },
      { ...step, name: "decide", kind: "pure", tool: null, state: "done", callId: null },
      {
        ...step,
        name: "order",
        kind: "tool",
        tool: "place-order",
        state: "waits",
        callId: "c2",
        approval: "a1",
      },
    ]);
    expect(before?.edges).toEqual([
      { from: "__start__", to: "look", kind: "always" },
      { from: "look", to: "decide", kind: "always" },
      { from: "decide", to: "order", kind: "choice" },
      { from: "decide", to: "__end__", kind: "choice" },
      { from: "order", to: "__end__", kind: "always" },
    ]);
    expect(after).toMatchObject({ id, state: "done", beganAt: before?.beganAt });
    expect(after?.steps.map(({ state, callId }) => [state, callId])).toEqual([
      ["done", "call-1"],
      ["done", null],
      ["done", "call-1"],
    ]);
  });

  it("hold nothing of the params, the state and the answers", async () => {
    const tool = orderWorkflow({ runs: await open() });
    await order(tool, "monday", { tools: { "place-order": () => ({ id: "canary" }) } });
    const [run] = await listed(tool);

    const shown = await runsOf(tool).show(run?.id ?? "");

    expect(JSON.stringify([run, shown])).not.toMatch(/canary|pen/);
  });
}

function apartRuns(open: Open): void {
  it("are those of a tenant, or of none", async () => {
    const tool = orderWorkflow({ runs: await open() });
    await order(tool, "monday", { tenant: "north" });
    await order(tool, "tuesday");

    expect(names(await listed(tool, { tenant: "north" }))).toEqual(["monday"]);
    expect(names(await listed(tool, { tenant: null }))).toEqual(["tuesday"]);
  });

  it("are apart from those of another workflow in the same store", async () => {
    const runs = await open();
    const tool = orderWorkflow({ runs });
    const other = orderWorkflow({ runs, name: "order-item-again" });
    await order(tool, "monday");
    const id = idIn(await listed(tool));

    expect(await listed(other)).toEqual([]);
    expect(await runsOf(other).show(id)).toBeUndefined();
    expect(await runsOf(tool).show("no id")).toBeUndefined();
    expect(await runsOf(tool).show("0".repeat(64))).toBeUndefined();
  });
}

function endingRuns(open: Open): void {
  it("leave when an unnamed run is done", async () => {
    const tool = orderWorkflow({ runs: await open() });
    await order(tool, undefined, { tools: { "get-stock": refusing("policy-denied", {}) } });
    const stopped = await listed(tool);
    await order(tool, undefined);

    expect(stopped.map(({ state }) => state)).toEqual(["stopped"]);
    expect(await listed(tool)).toEqual([]);
  });

  it("say that their workflow has changed", async () => {
    const runs = await open();
    await order(orderWorkflow({ runs }), "monday", {
      tools: { "get-stock": refusing("policy-denied", {}) },
    });
    const changed = orderWorkflow({ runs, steps: decidingOtherwise });
    const id = idIn(await listed(changed));

    expect(await runsOf(changed).show(id)).toMatchObject({ isChanged: true });
  });
}

/** Tests what people see of runs in any run store. `open` must return an empty one. */
export function describeRuns(open: Open): void {
  describe("the runs of a workflow", () => {
    listedRuns(open);
    shownRuns(open);
    apartRuns(open);
    endingRuns(open);
  });
}
