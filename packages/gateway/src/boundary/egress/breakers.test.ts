import { TimeoutError } from "@toolcourt/contracts/internal/kernel/with-timeout";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import { createBreakers } from "./breakers.ts";
import { EgressFailure, type FailureKind } from "./egress-failure.ts";

function setUp() {
  const clock = createFakeClock();
  const breakers = createBreakers({ failures: 3, openForMs: 10_000 }, clock);
  const fail = async (error: Error, times: number, on = {}): Promise<void> => {
    const failing = async (): Promise<never> => {
      throw error;
    };
    for (let time = 0; time < times; time += 1) {
      await expect(breakers({ target: "a", ...on }, failing)).rejects.toBe(error);
    }
  };
  const ask = (on = {}) => breakers({ target: "a", ...on }, async () => "well");
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
      await expect(ask({ target: "b" })).resolves.toBe("well");
    },
  );

  it.each([
    down,
    new EgressFailure("tls-failed"),
    new EgressFailure("timed-out"),
    new EgressFailure("cut-short"),
    new EgressFailure("garbled"),
    new TimeoutError("late"),
  ])("stays closed for others after failures that a request may cause: %s", async (error) => {
    const { fail, ask } = setUp();
    await fail(error, 3, { circuit: "mallory" });

    await expect(ask({ circuit: "mallory" })).rejects.toMatchObject({ kind: "circuit-open" });
    await expect(ask({ circuit: "ada" })).resolves.toBe("well");
    await expect(ask({ circuit: "mallory", target: "b" })).resolves.toBe("well");
  });

  it("opens for all after connections that could not be made, by different callers", async () => {
    const { fail, ask } = setUp();
    for (const circuit of ["ada", "grace", "edith"]) {
      await fail(new EgressFailure("unreachable"), 1, { circuit });
    }

    await expect(ask({ circuit: "mallory" })).rejects.toMatchObject({ kind: "circuit-open" });
  });

  it("counts a target as reached if it fails for one caller", async () => {
    const { fail, ask } = setUp();
    await fail(new EgressFailure("unreachable"), 2);
    await fail(down, 1, { circuit: "mallory" });
    await fail(new EgressFailure("unreachable"), 2);

    await expect(ask()).resolves.toBe("well");
  });

  it("lets the next caller try an unreachable target while a slow trial is pending", async () => {
    const { clock, breakers, fail, ask } = setUp();
    await fail(new EgressFailure("unreachable"), 3);
    await clock.advance(10_000);
    void breakers({ target: "a", circuit: "mallory" }, () => new Promise(() => undefined));

    await expect(ask({ circuit: "ada" })).rejects.toMatchObject({ kind: "circuit-open" });
    await clock.advance(1_000);
    await expect(ask({ circuit: "ada" })).resolves.toBe("well");
  });

  it("evicts the oldest circuit once too many others fail, to bound memory", async () => {
    const { breakers, fail, ask } = setUp();
    await fail(down, 3);

    for (let other = 0; other < 10_000; other += 1) {
      const failing = breakers({ target: "a", circuit: `${other}` }, () => Promise.reject(down));
      await failing.catch(() => undefined);
    }

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

    const trial = breakers({ target: "a" }, () => pending.promise);

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
