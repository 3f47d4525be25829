import { InnerCallError } from "@toolcourt/sdk";
import { toolContext } from "@toolcourt/sdk/testing";
import { describe, expect, it } from "vitest";
import type { RunStore } from "../store/run-store.ts";
import { fakeCalls } from "../testing/fake-calls.ts";
import { type Fault, faults, faultyRuns } from "../testing/faulty-runs.ts";
import { orderWorkflow } from "../testing/order.ts";

const input = { item: "pen", workflow_run: "monday" };

const tools = { "get-stock": () => ({ stock: 3 }), "place-order": () => ({ id: "o1" }) };

const waiting = (): never => {
  throw new InnerCallError("approval-required", "Somebody has to agree.", { neverRan: true });
};

async function wait(runs: RunStore): Promise<void> {
  const calls = fakeCalls({ ...tools, "place-order": waiting });
  await orderWorkflow({ runs }).invoke(input, toolContext({ calls }));
}

/** Runs a workflow whose store fails at one call, then again with a working store. */
async function meet(fault: Fault, at: number, before: (runs: RunStore) => Promise<void>) {
  const calls = fakeCalls(tools);
  const runs = faultyRuns();
  await before(runs.whole);
  const first = orderWorkflow({ runs: runs.failing(fault, at) });
  const answer = first.invoke(input, toolContext({ calls }));
  const errorFor = await Promise.race([answer, runs.gone]);
  const used = runs.calls();

  const again = await orderWorkflow({ runs: runs.whole }).invoke(input, toolContext({ calls }));
  const orders = calls.made.filter(({ tool }) => tool === "place-order").length;
  return { isUntouched: used < at, errorFor: errorFor?.error?.code ?? "done", orders, again };
}

// Each test repeats the run once per store call, about thirty times.
describe.each(faults)("a store call that is %s", { timeout: 20_000 }, (fault) => {
  it.each([
    { run: "that begins", before: async () => undefined },
    { run: "that has waited for an approval", before: wait },
  ])("repeats no step of a run $run, at any store call", async ({ before }) => {
    const [first, ends] = [new Set<string>(), new Set<string>()];
    let at = 1;
    for (; at < 200; at += 1) {
      const { isUntouched, errorFor, orders, again } = await meet(fault, at, before);
      const end = again.error?.code ?? "done";
      ends.add(`${end} ${orders}`);
      first.add(errorFor);
      if (isUntouched) break;
    }

    expect(at).toBeGreaterThan(10);
    const allowed = ["done 1", "workflow-outcome-unknown 0", "workflow-outcome-unknown 1"];
    expect([...ends].filter((end) => !allowed.includes(end))).toEqual([]);
    expect(ends).toContain("done 1");
    expect([...first].filter((errorFor) => errorFor !== "done")).toEqual(
      fault === "gone" ? [] : ["workflow-store-failed"],
    );
  });
});
