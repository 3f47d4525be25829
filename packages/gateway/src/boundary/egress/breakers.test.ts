import { TimeoutError } from "@toolcourt/contracts/internal/kernel/with-timeout";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import { createBreakers } from "./breakers.ts";
import { EgressFailure, type FailureKind } from "./egress-failure.ts";

function setUp() {
  const clock = createFakeClock();
  const breakers = createBreakers({ failures: 3, openForMs: 10_000 }, clock);
  const fail = async (error: Error, times: number, target = "a"): Promise<void> => {
    const failing = async (): Promise<never> => {
      throw error;
    };
    for (let time = 0; time < times; time += 1) {
      await expect(breakers(target, failing)).rejects.toBe(error);
    }
  };
  const ask = (target = "a") => breakers(target, async () => "well");
  return { clock, breakers, fail, ask };
}

const down = new EgressFailure("failed");

describe("circuit breaker", () => {
  it.each([down, new EgressFailure("unreachable"), new TimeoutError("late")])(
    "opens after several consecutive failures and sends no more requests: %s",
    async (error) => {
      const { fail, ask } = setUp();
      await fail(error, 3);

      await expect(ask()).rejects.toMatchObject({
        kind: "circuit-open",
        details: { retryAfterMs: 10_000 },
      });
      await expect(ask("b")).resolves.toBe("well");
    },
  );

  it("evicts the oldest target once too many others fail, to bound memory", async () => {
    const { fail, ask } = setUp();
    await fail(down, 3);

    for (let other = 0; other < 1_000; other += 1) await fail(down, 1, `other-${other}`);

    await expect(ask()).resolves.toBe("well");
  });

  it.each<FailureKind>(["throttled", "access-denied", "rejected", "response-too-large"])(
    "counts %s as a healthy answer",
    async (kind) => {
      const { fail, ask } = setUp();
      await fail(down, 2);
      await fail(new EgressFailure(kind), 1);
      await fail(down, 2);

      await expect(ask()).resolves.toBe("well");
    },
  );

  it("ignores callers that cancel", async () => {
    const { fail, ask } = setUp();
    await fail(new Error("gone"), 9);

    await expect(ask()).resolves.toBe("well");
  });

  it("lets one trial request through after the open period, then closes on success", async () => {
    const { clock, breakers, fail, ask } = setUp();
    await fail(down, 3);
    await clock.advance(10_000);
    const pending = Promise.withResolvers<string>();

    const trial = breakers("a", () => pending.promise);

    await expect(ask()).rejects.toMatchObject({ kind: "circuit-open" });
    pending.resolve("well again");
    await expect(trial).resolves.toBe("well again");
    await expect(ask()).resolves.toBe("well");
  });

  it("reopens when the trial fails", async () => {
    const { clock, fail, ask } = setUp();
    await fail(down, 3);
    await clock.advance(10_000);
    await fail(down, 1);

    await expect(ask()).rejects.toMatchObject({ kind: "circuit-open" });
  });

  it("allows another trial when the caller of the first one cancels", async () => {
    const { clock, fail, ask } = setUp();
    await fail(down, 3);
    await clock.advance(10_000);
    await fail(new Error("gone"), 1);

    await expect(ask()).resolves.toBe("well");
  });
});
