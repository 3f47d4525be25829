import { describe, expect, it } from "vitest";
import { resolvedCall } from "../../testing/calls.ts";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { createStep } from "./step.ts";

const limited: unknown = expect.objectContaining({ code: "step-limit" });

describe("step", () => {
  it("lets a query have one call, of whichever tool", () => {
    const step = createStep({ clock: createFakeClock() });
    step(resolvedCall({ queryId: "q" }));

    expect(() => {
      step(resolvedCall({ queryId: "q", tool: "another" }));
    }).toThrow(limited);
  });

  it("counts the queries of different principals apart", () => {
    const step = createStep({ clock: createFakeClock() });
    step(resolvedCall({ queryId: "q" }));

    expect(() => {
      step(resolvedCall({ queryId: "q", principal: { id: "grace", permissions: "all" } }));
    }).not.toThrow();
  });

  it("leaves calls alone that name no query", () => {
    const step = createStep({ clock: createFakeClock() });
    step(resolvedCall());

    expect(() => {
      step(resolvedCall());
    }).not.toThrow();
  });

  it("forgets a query after its time", async () => {
    const clock = createFakeClock();
    const step = createStep({ clock, rememberedForMs: 1_000 });
    step(resolvedCall({ queryId: "q" }));

    await clock.advance(1_000);

    expect(() => {
      step(resolvedCall({ queryId: "q" }));
    }).not.toThrow();
  });

  it("remembers no more queries than it may", () => {
    const step = createStep({ clock: createFakeClock(), mostQueries: 2 });
    for (const queryId of ["a", "b", "c"]) step(resolvedCall({ queryId }));

    expect(() => {
      step(resolvedCall({ queryId: "c" }));
    }).toThrow(limited);
    expect(() => {
      step(resolvedCall({ queryId: "a" }));
    }).not.toThrow();
  });
});
