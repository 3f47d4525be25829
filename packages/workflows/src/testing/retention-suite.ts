import { toolContext } from "@toolcourt/sdk/testing";
import { describe, expect, it } from "vitest";
import type { Retention, RetentionOptions, RunStore, Sweeps } from "../store/run-store.ts";
import { fakeCalls } from "./fake-calls.ts";
import { orderWorkflow } from "./order.ts";

const dayMs = 24 * 60 * 60 * 1_000;

/** Returns a time that many days after the store's own clock. */
function daysLater(days: number): Date {
  return new Date(Date.parse(new Date().toISOString()) + days * dayMs);
}

async function order(runs: RunStore, workflow_run: string, at: Date) {
  const calls = fakeCalls({
    "get-stock": () => ({ stock: 3 }),
    "place-order": () => ({ id: "o1" }),
  });
  const context = toolContext({ calls, timestamp: at.toISOString() });
  const { error } = await orderWorkflow({ runs }).invoke({ item: "pen", workflow_run }, context);
  return { code: error?.code, made: calls.made.length };
}

/** Tests the retention of any run store. `open` must return an empty one. */
export function describeRetention(
  open: (options: RetentionOptions) => Promise<RunStore & Sweeps>,
): void {
  describe("runs with a retention of two days", () => {
    const options = { keepForDays: 2 };

    it("return their answer for two days and are then refused until deleted", async () => {
      const runs = await open(options);
      await order(runs, "monday", daysLater(0));

      expect(await order(runs, "monday", daysLater(1.9))).toEqual({ code: undefined, made: 0 });
      expect(await order(runs, "monday", daysLater(2.1))).toEqual({
        code: "workflow-run-expired",
        made: 0,
      });
    });

    it("are deleted a day after expiry without leftovers", async () => {
      const runs = await open(options);
      await order(runs, "monday", daysLater(0));
      const saver = await runs.saver();

      expect(await runs.sweep(daysLater(2.9))).toBe(0);
      expect(await runs.sweep(daysLater(3.1))).toBe(1);
      expect(await Array.fromAsync(saver.list({ configurable: {} }))).toEqual([]);
      expect(await order(runs, "monday", daysLater(3.2))).toEqual({ code: undefined, made: 2 });
    });

    it("are deleted by calls of other runs", async () => {
      const runs = await open(options);
      await order(runs, "monday", daysLater(0));
      const saver = await runs.saver();
      let tidied: Promise<void> | undefined;
      const retention =
        runs.retention &&
        ({
          ...runs.retention,
          tidy: (now) => (tidied = runs.retention?.tidy(now) ?? Promise.resolve()),
        } satisfies Retention);

      await order({ ...runs, ...(retention && { retention }) }, "friday", daysLater(4));
      await tidied;

      // By the store's clock, friday's run is as old as monday's.
      expect(await Array.fromAsync(saver.list({ configurable: {} }))).toEqual([]);
    });
  });
}
