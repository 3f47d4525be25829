import { getEventListeners } from "node:events";
import type { Cancellation } from "@toolcourt/contracts/internal/kernel/cancellation";
import { Deadlines } from "@toolcourt/contracts/internal/kernel/deadlines";
import {
  approvedCall,
  never,
  noAbort,
  registeredTool,
  writingTool,
} from "@toolcourt/testing/calls";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import { createAttempt, type Send } from "./attempt.ts";

function setUp(execute: Send) {
  const clock = createFakeClock();
  return { clock, attempt: createAttempt(execute, new Deadlines(clock)) };
}

const bounds = { signal: noAbort, endsAt: 1_000 };

describe("createAttempt", () => {
  it("refuses a tool that never answers and ignores its signal", async () => {
    const { clock, attempt } = setUp(never);
    const answer = attempt(approvedCall(), bounds);
    answer.catch(() => undefined);

    await clock.advance(1_000);

    await expect(answer).rejects.toMatchObject({
      code: "deadline-passed",
      details: { afterMs: 1_000, mayHaveActed: false },
    });
  });

  it("aborts the tool's signal on timeout", async () => {
    const signals: Cancellation[] = [];
    const { clock, attempt } = setUp((_call, { signal }) => {
      signals.push(signal);
      return never();
    });
    attempt(approvedCall(), bounds).catch(() => undefined);

    await clock.advance(1_000);

    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });

  it("passes a timely answer, and does not abort its signal afterwards", async () => {
    const signals: Cancellation[] = [];
    const { clock, attempt } = setUp(async (_call, { signal }) => {
      signals.push(signal);
      return "sunny";
    });

    await expect(attempt(approvedCall(), bounds)).resolves.toBe("sunny");
    await clock.advance(2_000);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  });

  it.each([
    { registered: registeredTool(), mayHaveActed: false },
    { registered: writingTool(), mayHaveActed: true },
  ])("does not wait after the caller cancels", async ({ registered, mayHaveActed }) => {
    const caller = new AbortController();
    const { attempt } = setUp(never);
    const answer = attempt(approvedCall({ registered }), { ...bounds, signal: caller.signal });

    caller.abort();

    await expect(answer).rejects.toMatchObject({ code: "cancelled", details: { mayHaveActed } });
  });

  it("leaves no listener and no deadline if sending throws at once", async () => {
    const caller = new AbortController();
    const { clock, attempt } = setUp(() => {
      throw new TypeError("no such upstream");
    });

    const answer = attempt(approvedCall(), { ...bounds, signal: caller.signal });

    await expect(answer).rejects.toThrow("no such upstream");
    expect(getEventListeners(caller.signal, "abort")).toEqual([]);
    await clock.advance(2_000);
  });

  it("sends nothing for a call already canceled", async () => {
    let sent = 0;
    const { attempt } = setUp(async () => {
      sent += 1;
    });

    const answer = attempt(approvedCall(), { ...bounds, signal: AbortSignal.abort() });

    await expect(answer).rejects.toMatchObject({ code: "cancelled" });
    expect(sent).toBe(0);
  });
});
