import { toolContext } from "@toolcourt/sdk/testing";
import { describe, expect, it } from "vitest";
import { fakeCalls } from "../testing/fake-calls.ts";
import { type Fault, faults, faultyRuns } from "../testing/faulty-runs.ts";
import { orderWorkflow } from "../testing/order.ts";

const input = { item: "pen", workflow_run: "monday" };

/** Runs a workflow whose store fails at one of its calls, and then again with a store that works. */
async function meet(fault: Fault, at: number) {
  const calls = fakeCalls({
    "get-stock": () => ({ stock: 3 }),
    "place-order": () => ({ id: "o1" }),
  });
  const runs = faultyRuns();
  const first = orderWorkflow({ runs: runs.failing(fault, at) });
  const answer = first.invoke(input, toolContext({ calls }));
  const told = await Promise.race([answer, runs.gone]);
  const used = runs.calls();

  const again = await orderWorkflow({ runs: runs.whole }).invoke(input, toolContext({ calls }));
  const orders = calls.made.filter(({ tool }) => tool === "place-order").length;
  return { isUntouched: used < at, told: told?.error?.code ?? "done", orders, again };
}

// A run is made for each call of the store, and there are about thirty.
describe.each(faults)("a call of the store that is %s", { timeout: 20_000 }, (fault) => {
  it("makes no step happen twice, wherever it is", async () => {
    const [first, ends] = [new Set<string>(), new Set<string>()];
    let at = 1;
    for (; at < 200; at += 1) {
      const { isUntouched, told, orders, again } = await meet(fault, at);
      const end = again.error?.code ?? "done";
      ends.add(`${end} ${orders}`);
      first.add(told);
      if (isUntouched) break;
    }

    expect(at).toBeGreaterThan(10);
    const allowed = ["done 1", "workflow-outcome-unknown 0", "workflow-outcome-unknown 1"];
    expect([...ends].filter((end) => !allowed.includes(end))).toEqual([]);
    expect(ends).toContain("done 1");
    expect([...first].filter((told) => told !== "done")).toEqual(
      fault === "gone" ? [] : ["workflow-store-failed"],
    );
  });
});
