import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import { RetryBudget } from "./retry-budget.ts";

function takeAll(budget: RetryBudget): number {
  let taken = 0;
  while (budget.take()) taken += 1;
  return taken;
}

describe("RetryBudget", () => {
  it("lets a quiet gateway retry ten times, and then once a second", async () => {
    const clock = createFakeClock();
    const budget = new RetryBudget(clock);

    expect(takeAll(budget)).toBe(10);
    await clock.advance(3_000);
    expect(takeAll(budget)).toBe(3);
    await clock.advance(3_600_000);
    expect(takeAll(budget)).toBe(10);
  });

  it("allows a tenth of the requests besides", () => {
    const budget = new RetryBudget(createFakeClock());
    takeAll(budget);
    for (let i = 0; i < 505; i += 1) budget.requested();

    expect(takeAll(budget)).toBe(50);
  });

  it("saves no more than a hundred retries for an outage", () => {
    const budget = new RetryBudget(createFakeClock());
    takeAll(budget);
    for (let i = 0; i < 100_000; i += 1) budget.requested();

    expect(takeAll(budget)).toBe(100);
  });
});
