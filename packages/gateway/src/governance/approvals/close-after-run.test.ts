import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { approvedCall, noAbort } from "@toolcourt/testing/calls";
import { describe, expect, it } from "vitest";
import { closeAfterRun } from "./close-after-run.ts";

const approval = { kind: "given", by: "olga", at: 1, id: "a1", digest: "d1" } as const;
const lost = { tool: "t", server: "s", fault: {} };

async function endingOf(outcome: unknown): Promise<unknown> {
  const closed: unknown[] = [];
  const run = closeAfterRun(
    async () => {
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
    { close: async (...how) => void closed.push(how) },
  );
  await run(approvedCall({ approval }), noAbort).catch(() => undefined);
  return closed;
}

describe("closeAfterRun", () => {
  it.each([
    ["answered", { content: [] }, "done"],
    ["failed by its own word", { content: [], isError: true }, "failed"],
    ["was never sent", new Refusal("no-capacity", { tool: "t", waitedMs: 1 }), "failed"],
    ["was lost", new Refusal("outcome-unknown", lost), "unknown"],
    ["was left", new Refusal("cancelled", { tool: "t", mayHaveActed: true }), "unknown"],
    ["broke something of ours", new TypeError("a bug"), "unknown"],
  ])("closes the approval when the tool %s", async (_, outcome, ending) => {
    expect(await endingOf(outcome)).toEqual([["a1", ending]]);
  });

  it("returns the answer even if closing fails", async () => {
    const run = closeAfterRun(async () => "raw", {
      close: () => Promise.reject(new Error("full")),
    });

    expect(await run(approvedCall({ approval }), noAbort)).toBe("raw");
  });

  it("closes nothing without an approval", async () => {
    const closed: unknown[] = [];
    const run = closeAfterRun(async () => "raw", { close: async (id) => void closed.push(id) });

    await run(approvedCall(), noAbort);
    expect(closed).toEqual([]);
  });
});
