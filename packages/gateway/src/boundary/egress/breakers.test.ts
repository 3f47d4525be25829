import { describe, expect, it } from "vitest";
import { Overdue } from "../../foundation/kernel/with-timeout.ts";
import { createFakeClock } from "../../testing/fake-clock.ts";
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

describe("a target", () => {
  it.each([down, new EgressFailure("unreachable"), new Overdue("late")])(
    "is left alone after several failures in a row, and nobody is sent there: %s",
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

  it("is forgotten where too many others fail after it, so that their number has an end", async () => {
    const { fail, ask } = setUp();
    await fail(down, 3);

    for (let other = 0; other < 1_000; other += 1) await fail(down, 1, `other-${other}`);

    await expect(ask()).resolves.toBe("well");
  });

  it.each<FailureKind>(["throttled", "access-denied", "rejected", "response-too-large"])(
    "that says %s is well",
    async (kind) => {
      const { fail, ask } = setUp();
      await fail(down, 2);
      await fail(new EgressFailure(kind), 1);
      await fail(down, 2);

      await expect(ask()).resolves.toBe("well");
    },
  );

  it("is not judged by callers that leave", async () => {
    const { fail, ask } = setUp();
    await fail(new Error("gone"), 9);

    await expect(ask()).resolves.toBe("well");
  });

  it("is tried by one request after a while, and by all when that one is answered", async () => {
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

  it("that fails its trial is left alone again", async () => {
    const { clock, fail, ask } = setUp();
    await fail(down, 3);
    await clock.advance(10_000);
    await fail(down, 1);

    await expect(ask()).rejects.toMatchObject({ kind: "circuit-open" });
  });

  it("may be tried by the next when whoever tried it left", async () => {
    const { clock, fail, ask } = setUp();
    await fail(down, 3);
    await clock.advance(10_000);
    await fail(new Error("gone"), 1);

    await expect(ask()).resolves.toBe("well");
  });
});
