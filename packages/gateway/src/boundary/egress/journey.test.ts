import { TimeoutError } from "@toolcourt/contracts/internal/kernel/with-timeout";
import { describe, expect, it } from "vitest";
import { EgressFailure, type FailureDetails, type FailureKind } from "./egress-failure.ts";
import { startJourney } from "./journey.ts";

type Step = readonly [FailureKind, FailureDetails?];

async function endOf(changes: boolean, ...steps: readonly Step[]): Promise<unknown> {
  const journey = startJourney(changes);
  let last: unknown;
  for (const [kind, details] of steps) {
    const failing = () => Promise.reject(new EgressFailure(kind, details));
    last = await journey.attempt(failing).catch((error: unknown) => error);
  }
  return journey.ended(last);
}

describe("journey", () => {
  it.each<["reads" | "changes", readonly Step[], boolean]>([
    ["reads", [["cut-short"]], false],
    ["changes", [["cut-short"]], true],
    ["changes", [["failed", { status: 502 }]], true],
    ["changes", [["response-too-large"]], true],
    ["changes", [["unreachable"]], false],
    ["changes", [["tls-failed"]], false],
    ["changes", [["header-refused"]], false],
    ["changes", [["rejected", { status: 409 }]], false],
    ["changes", [["cut-short"], ["unreachable"]], true],
    ["changes", [["unreachable"], ["throttled", { status: 429 }]], false],
  ])("a request that %s, over %j, has an uncertain outcome: %s", async (does, steps, doubt) => {
    expect(await endOf(does === "changes", ...steps)).toMatchObject({
      details: { attempts: steps.length, mayHaveTakenEffect: doubt },
    });
  });

  it("a timeout during an attempt leaves the outcome uncertain", async () => {
    const journey = startJourney(true);
    void journey.attempt(() => new Promise(() => undefined));

    expect(journey.ended(new TimeoutError("late"))).toMatchObject({
      kind: "timed-out",
      details: { attempts: 1, mayHaveTakenEffect: true },
    });
  });

  it("ends with the abort reason of the caller", () => {
    const reason = new Error("gone");

    expect(startJourney(true).ended(reason)).toBe(reason);
  });
});
