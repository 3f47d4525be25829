import { describe, expect, it } from "vitest";
import { Overdue } from "../kernel/with-timeout.ts";
import { EgressFailure, type FailureDetails, type FailureKind } from "./egress-failure.ts";
import { startJourney } from "./journey.ts";

type Step = readonly [FailureKind, FailureDetails?];

async function endOf(method: string, ...steps: readonly Step[]): Promise<unknown> {
  const journey = startJourney(method);
  let last: unknown;
  for (const [kind, details] of steps) {
    const failing = () => Promise.reject(new EgressFailure(kind, details));
    last = await journey.attempt(failing).catch((error: unknown) => error);
  }
  return journey.ended(last);
}

describe("a journey", () => {
  it.each<[string, readonly Step[], boolean]>([
    ["GET", [["cut-short"]], false],
    ["POST", [["cut-short"]], true],
    ["POST", [["failed", { status: 502 }]], true],
    ["POST", [["response-too-large"]], true],
    ["POST", [["unreachable"]], false],
    ["POST", [["tls-failed"]], false],
    ["POST", [["rejected", { status: 409 }]], false],
    ["POST", [["cut-short"], ["unreachable"]], true],
    ["POST", [["unreachable"], ["throttled", { status: 429 }]], false],
  ])("of a %s over %j leaves doubt: %s", async (method, steps, doubt) => {
    expect(await endOf(method, ...steps)).toMatchObject({
      details: { attempts: steps.length, mayHaveTakenEffect: doubt },
    });
  });

  it("that is cut off by time leaves doubt as long as it was under way", async () => {
    const journey = startJourney("PUT");
    void journey.attempt(() => new Promise(() => undefined));

    expect(journey.ended(new Overdue("late"))).toMatchObject({
      kind: "timed-out",
      details: { attempts: 1, mayHaveTakenEffect: true },
    });
  });

  it("ends with what the caller left with", () => {
    const reason = new Error("gone");

    expect(startJourney("PUT").ended(reason)).toBe(reason);
  });
});
