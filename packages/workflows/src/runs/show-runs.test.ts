import { toolContext } from "@toolcourt/sdk/testing";
import { expect, it } from "vitest";
import { memoryRuns } from "../store/memory-runs.ts";
import type { RunStore } from "../store/run-store.ts";
import { fakeCalls } from "../testing/fake-calls.ts";
import { orderWorkflow } from "../testing/order.ts";
import { describeRuns } from "../testing/runs-suite.ts";

describeRuns(async () => memoryRuns());

it("goes on where its record cannot be written", async () => {
  const whole = memoryRuns();
  const saver = await whole.saver();
  const failing = new Proxy(saver, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name, target);
      if (name !== "put" || typeof member !== "function") return member;
      return (...given: Parameters<typeof saver.put>): unknown => {
        const [config] = given;
        if (config.configurable?.["checkpoint_ns"] === "record") throw new Error("It is away.");
        return Reflect.apply(member, target, given);
      };
    },
  });
  const runs: RunStore = { ...whole, saver: () => Promise.resolve(failing) };
  const calls = fakeCalls({
    "get-stock": () => ({ stock: 3 }),
    "place-order": () => ({ id: "o1" }),
  });
  const tool = orderWorkflow({ runs });

  const answer = await tool.invoke({ item: "pen", workflow_run: "monday" }, toolContext({ calls }));

  expect(answer.data).toEqual({ ordered: 7 });
  expect(await tool.runs?.list({ max: 10 })).toEqual([]);
});
