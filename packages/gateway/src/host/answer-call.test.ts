import { describe, expect, it } from "vitest";
import { Refusal } from "../foundation/errors/refusal.ts";
import { incomingCall, noAbort } from "../testing/calls.ts";
import { forecast } from "../testing/host.ts";
import { blockedBy, createCallOnce, refusedAnswer, resultOf } from "./answer-call.ts";

const call = { callId: "1", tool: "get-forecast", arguments: {} };

describe("createCallOnce", () => {
  it("takes one call and no more, also while that one runs", async () => {
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
      { status: "rejected", reason: { code: "step-limit" } },
    ]);
    expect(calls).toEqual(["call-1"]);
  });

  it("takes none after one that failed", async () => {
    const callOnce = createCallOnce(() => Promise.reject(new Error("broken")));

    await expect(callOnce(incomingCall(), noAbort)).rejects.toThrow("broken");
    await expect(callOnce(incomingCall(), noAbort)).rejects.toMatchObject({ code: "step-limit" });
  });
});

describe("what a call comes to", () => {
  it("is its result, or that nobody can be asked", async () => {
    expect(await resultOf(async () => forecast, incomingCall(), noAbort)).toBe(forecast);
    await expect(
      resultOf(async () => ({ asks: {} }), incomingCall(), noAbort),
    ).rejects.toMatchObject({
      code: "interaction-required",
    });
  });

  it("is said without what is in quarantine where that is forgotten", () => {
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
  ])("says whether the tool has run: %s, %s", (toolRan, error) => {
    expect(refusedAnswer(error, call, () => undefined)).toMatchObject({ call, toolRan });
  });

  it("is a bug where it is none of ours", () => {
    expect(blockedBy("sesame")).toEqual({
      kind: "blocked",
      code: "gateway-failed",
      message: "The gateway failed.",
      next: "toolcourt explain-error gateway-failed",
    });
  });
});
