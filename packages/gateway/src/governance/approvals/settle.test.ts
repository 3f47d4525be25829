import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { approvedCall } from "@toolcourt/testing/calls";
import { describe, expect, it } from "vitest";
import type { RunEnding } from "../../pipeline/outcome.ts";
import { createSettle } from "./settle.ts";

const approval = { kind: "given", by: "olga", at: 1, id: "a1", digest: "d1" } as const;
const lost = { tool: "t", server: "s", fault: {} };

async function closedBy(ending: RunEnding, call = approvedCall({ approval })): Promise<unknown> {
  const closed: unknown[] = [];
  const settle = createSettle({ close: async (...how) => void closed.push(how) });
  await settle(call, ending);
  return closed;
}

describe("settle", () => {
  it.each([
    ["answered", { raw: { content: [] } }, "done"],
    ["failed by its own word", { raw: { content: [], isError: true } }, "failed"],
    ["was never sent", { error: new Refusal("no-capacity", { tool: "t", waitedMs: 1 }) }, "failed"],
    ["was lost", { error: new Refusal("outcome-unknown", lost) }, "unknown"],
    ["was left", { error: new Refusal("cancelled", { tool: "t", mayHaveActed: true }) }, "unknown"],
    ["broke something of ours", { error: new TypeError("a bug") }, "unknown"],
  ])("closes the approval when the tool %s", async (_, ending, state) => {
    expect(await closedBy(ending)).toEqual([["a1", state]]);
  });

  it("does not fail the call if closing fails", async () => {
    const settle = createSettle({ close: () => Promise.reject(new Error("full")) });

    await expect(settle(approvedCall({ approval }), { raw: {} })).resolves.toBeUndefined();
  });

  it("closes nothing without an approval", async () => {
    expect(await closedBy({ raw: {} }, approvedCall())).toEqual([]);
  });
});
