import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { incomingCall, noAbort } from "@toolcourt/testing/calls";
import { forecast } from "@toolcourt/testing/host";
import { describe, expect, it } from "vitest";
import { blockedBy, createCallOnce, refusedAnswer, resultOf } from "./answer-call.ts";

const call = { callId: "1", tool: "get-forecast", arguments: {} };

describe("createCallOnce", () => {
  it("accepts only one call, even while that one runs", async () => {
    const calls: string[] = [];
    const callOnce = createCallOnce(async ({ callId }) => {
      calls.push(callId);
      return forecast;
    });

    const both = await Promise.allSettled([
      callOnce(incomingCall(), noAbort),
      callOnce(incomingCall({ callId: "call-2" }), noAbort),
    ]);

    expect(both).toMatchObject([
      { status: "fulfilled", value: forecast },
      { status: "rejected", reason: { code: "query-limit" } },
    ]);
    expect(calls).toEqual(["call-1"]);
  });

  it("accepts no call after a failed one", async () => {
    const callOnce = createCallOnce(() => Promise.reject(new Error("broken")));

    await expect(callOnce(incomingCall(), noAbort)).rejects.toThrow("broken");
    await expect(callOnce(incomingCall(), noAbort)).rejects.toMatchObject({ code: "query-limit" });
  });
});

describe("the outcome of a call", () => {
  it("is its result, or a refusal if the tool asks a question", async () => {
    expect(await resultOf(async () => forecast, incomingCall(), noAbort)).toBe(forecast);
    await expect(
      resultOf(async () => ({ asks: {} }), incomingCall(), noAbort),
    ).rejects.toMatchObject({
      code: "interaction-required",
    });
  });

  it("omits the raw output if the quarantine no longer has it", () => {
    const details = { tool: "get-forecast", clause: "size", issues: [], quarantineId: "gone" };

    const answer = refusedAnswer(new Refusal("output-invalid", details), call, () => undefined);

    expect(answer).toMatchObject({ kind: "tool_result", refused: { reasons: ["size"] } });
    expect(answer).not.toHaveProperty("raw");
  });

  it.each([
    ["no", new Refusal("rate-limited", { tool: "get-forecast", retryAfterMs: 1 })],
    ["no", new Refusal("plan-tool-unknown", {})],
    ["unknown", new Refusal("deadline-passed", { tool: "x", afterMs: 1, mayHaveActed: true })],
    ["unknown", new Error("a bug")],
  ])("reports whether the tool has run: %s, %s", (toolRan, error) => {
    expect(refusedAnswer(error, call, () => undefined)).toMatchObject({ call, toolRan });
  });

  it("is gateway-failed for an unknown error", () => {
    expect(blockedBy("sesame")).toEqual({
      kind: "blocked",
      code: "gateway-failed",
      message: "The gateway failed.",
      next: "toolcourt explain-error gateway-failed",
    });
  });
});
