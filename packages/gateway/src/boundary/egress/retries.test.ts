import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import { EgressFailure, type FailureDetails, type FailureKind } from "./egress-failure.ts";
import { createRetries, type Repeatable, type Repetition, type RetryPolicy } from "./retries.ts";

const noAbort = new AbortController().signal;
const policy: RetryPolicy = {
  attempts: 3,
  maxWaitMs: 5_000,
  budget: { retries: 10, perMs: 60_000 },
};

function setUp(changes: Partial<RetryPolicy> = {}) {
  const clock = createFakeClock();
  const retries = createRetries({ policy: { ...policy, ...changes }, clock, random: () => 1 });
  const fail = async (
    kind: FailureKind,
    details: FailureDetails = {},
    {
      isRepeatable = true,
      maxRetries,
    }: Pick<Partial<Repeatable<never>>, "isRepeatable" | "maxRetries"> = {},
  ) => {
    let attempts = 0;
    const failure = retries({
      work: async (attempt) => {
        attempts = attempt;
        throw new EgressFailure(kind, details);
      },
      target: "https://api.test",
      isRepeatable,
      maxRetries,
      signal: noAbort,
    });
    const kindOf = failure.catch((error: unknown) => error instanceof EgressFailure && error.kind);
    await clock.advance(60_000);
    return { kind: await kindOf, attempts };
  };
  return { clock, retries, fail };
}

const ids = { callId: "call-1", traceId: "t1", correlationId: "c1" };

describe("retries", () => {
  it.each([
    [0, 1],
    [1, 2],
    [9, 3],
  ])("T23: with a maximum of %i make %i attempts", async (maxRetries, attempts) => {
    expect(await setUp().fail("failed", {}, { maxRetries })).toMatchObject({ attempts });
  });

  it.each<FailureKind>(["throttled", "failed", "unreachable", "cut-short"])(
    "repeat %s work, up to the number of attempts",
    async (kind) => {
      expect(await setUp().fail(kind)).toEqual({ kind, attempts: 3 });
    },
  );

  it.each<FailureKind>([
    "access-denied",
    "token-expired",
    "unauthenticated",
    "rejected",
    "tls-failed",
    "address-refused",
    "redirect-refused",
    "response-too-large",
    "timed-out",
  ])("do not repeat %s work", async (kind) => {
    expect(await setUp().fail(kind)).toEqual({ kind, attempts: 1 });
  });

  it.each([401, 403])("never follow status %d, with any code", async (status) => {
    expect(await setUp().fail("throttled", { status })).toMatchObject({ attempts: 1 });
  });

  it("never repeat work that is not repeatable", async () => {
    expect(await setUp().fail("throttled", {}, { isRepeatable: false })).toMatchObject({
      attempts: 1,
    });
  });

  it("wait as long as the target asks, and give up if that is too long", async () => {
    const { clock, retries, fail } = setUp();
    let attempts = 0;
    const answer = retries({
      work: async (attempt) => {
        attempts = attempt;
        if (attempt === 1) throw new EgressFailure("throttled", { retryAfterMs: 5_000 });
        return "late";
      },
      target: "https://api.test",
      isRepeatable: true,
      signal: noAbort,
    });

    await clock.advance(4_999);
    expect(attempts).toBe(1);
    await clock.advance(1);
    expect(await answer).toBe("late");
    expect(await fail("throttled", { retryAfterMs: 5_001 })).toMatchObject({ attempts: 1 });
  });

  it("share one budget, which refills", async () => {
    const { fail } = setUp({ budget: { retries: 2, perMs: 120_000 } });

    expect(await fail("failed")).toMatchObject({ attempts: 3 });
    expect(await fail("failed")).toMatchObject({ attempts: 1 + 1 });
    expect(await fail("failed")).toMatchObject({ attempts: 1 + 1 });
  });

  it("are announced beforehand, with the trace of the call", async () => {
    const clock = createFakeClock();
    const heard: Repetition[] = [];
    const repeated = (repetition: Repetition): void => void heard.push(repetition);
    const retries = createRetries({ policy, clock, random: () => 1, repeated });
    const answer = retries({
      work: async (attempt) => {
        if (attempt === 1) throw new EgressFailure("throttled");
        return "late";
      },
      target: "https://api.test",
      ids,
      isRepeatable: true,
      signal: noAbort,
    });
    await clock.advance(200);

    expect(await answer).toBe("late");
    expect(heard).toEqual([
      { target: "https://api.test", attempt: 1, kind: "throttled", waitMs: 200, ids },
    ]);
  });

  it("of one target do not use another target's budget", async () => {
    const { clock, retries } = setUp({ budget: { retries: 2, perMs: 1_000_000_000 } });
    const sent: string[] = [];
    const ask = async (target: string): Promise<void> => {
      const answer = retries({
        work: async () => {
          sent.push(target);
          throw new EgressFailure("failed");
        },
        target,
        isRepeatable: true,
        signal: noAbort,
      }).catch(() => undefined);
      await clock.advance(60_000);
      await answer;
    };
    for (let caller = 0; caller < 20; caller += 1) await ask("down");
    await ask("well");

    expect(sent.filter((target) => target === "down")).toHaveLength(20 + 2);
    expect(sent.filter((target) => target === "well")).toHaveLength(1 + 2);
  });

  it("stop waiting when the caller cancels", async () => {
    const { clock, retries } = setUp();
    const leaving = new AbortController();
    const answer = retries({
      work: () => Promise.reject(new EgressFailure("failed")),
      target: "https://api.test",
      isRepeatable: true,
      signal: leaving.signal,
    });
    answer.catch(() => undefined);
    await clock.untilSleeping();

    leaving.abort(new Error("gone"));

    await expect(answer).rejects.toThrow("gone");
  });
});
