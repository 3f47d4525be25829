import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Outcome } from "@toolcourt/gateway/internal/pipeline/outcome";
import { approvedCall, incomingCall } from "@toolcourt/testing/calls";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import { createMemoryRecords, createRecord } from "./call-records.ts";

function setUp(maxRecords?: number) {
  const records = createMemoryRecords(maxRecords);
  return { records, record: createRecord(records, createFakeClock(5_000)) };
}

const answered: Outcome = {
  kind: "answered",
  output: { content: [], isError: false },
  fromCache: false,
  contract: "sha256:1",
};

describe("the record of a call", () => {
  it("holds principal and tool, with a digest instead of the arguments", async () => {
    const { records, record } = setUp();

    await record(incomingCall({ queryId: "q" })).durable(approvedCall());

    expect(records.recent()).toEqual([
      {
        kind: "call.opened",
        callId: "call-1",
        at: 5_000,
        principal: "ada",
        agent: { name: "agent-under-test", version: "1.0.0" },
        tool: "get-forecast",
        traceId: "6a1d0e9c-3f2b-4c58-8e77-91b0a4d2c3f6",
        correlationId: "0b8f3c52-9d1e-4a86-b7ce-2f6d1c0e5a41",
        queryId: "q",
        argumentsDigest: "sha256:52e4a2914370880b07f8ed0ded276817c836ec7ca4facf65396d1804dd17dd5e",
      },
    ]);
  });

  it("truncates a long name", async () => {
    const { records, record } = setUp();

    await record(incomingCall({ tool: "x".repeat(1_000_000) })).durable(approvedCall());

    expect(JSON.stringify(records.recent()).length).toBeLessThan(1_000);
  });

  it.each<readonly [Outcome, object]>([
    [answered, { kind: "answered", contract: "sha256:1", fromCache: false, isError: false }],
    [
      { kind: "refused", error: new Refusal("query-limit", { tool: "x" }) },
      { kind: "refused", code: "query-limit" },
    ],
    [
      { kind: "refused", error: new TypeError("x is undefined") },
      { kind: "refused", code: "gateway-failed" },
    ],
  ])("holds the outcome: %#", async (outcome, ending) => {
    const { records, record } = setUp();

    await record(incomingCall()).closed(incomingCall(), outcome);

    expect(records.recent().slice(1)).toMatchObject([
      { kind: "call.closed", callId: "call-1", ending },
    ]);
  });
});

describe("records in memory", () => {
  it.each([
    { written: 2, kept: ["0", "1"] },
    { written: 3, kept: ["0", "1", "2"] },
    { written: 5, kept: ["2", "3", "4"] },
  ])("keep the newest three of $written, oldest first", async ({ written, kept }) => {
    const { records, record } = setUp(3);

    for (let i = 0; i < written; i += 1) {
      await record(incomingCall({ callId: String(i) })).durable(approvedCall());
    }

    expect(records.recent().map(({ callId }) => callId)).toEqual(kept);
  });
});
