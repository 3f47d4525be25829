import { describe, expect, it } from "vitest";
import { registeredTool, resolvedCall } from "../../testing/calls.ts";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { createStep } from "./step.ts";

const limited: unknown = expect.objectContaining({ code: "step-limit" });

describe("step", () => {
  it("lets a query have one call, of whichever tool", () => {
    const step = createStep({ clock: createFakeClock() });
    step.taken(resolvedCall({ queryId: "q" }));

    expect(() => {
      step.taken(resolvedCall({ queryId: "q", tool: "another" }));
    }).toThrow(limited);
  });

  it("counts the queries of different principals apart", () => {
    const step = createStep({ clock: createFakeClock() });
    step.taken(resolvedCall({ queryId: "q" }));

    expect(() => {
      step.taken(resolvedCall({ queryId: "q", principal: { id: "grace", permissions: "all" } }));
    }).not.toThrow();
  });

  it("leaves calls alone that name no query", () => {
    const step = createStep({ clock: createFakeClock() });
    step.taken(resolvedCall());

    expect(() => {
      step.taken(resolvedCall());
    }).not.toThrow();
  });

  it("forgets a query after its time", async () => {
    const clock = createFakeClock();
    const step = createStep({ clock, rememberedForMs: 1_000 });
    step.taken(resolvedCall({ queryId: "q" }));

    await clock.advance(1_000);

    expect(() => {
      step.taken(resolvedCall({ queryId: "q" }));
    }).not.toThrow();
  });

  it("remembers no more queries than it may", () => {
    const step = createStep({ clock: createFakeClock(), mostQueries: 2 });
    for (const queryId of ["a", "b", "c"]) step.taken(resolvedCall({ queryId }));

    expect(() => {
      step.taken(resolvedCall({ queryId: "c" }));
    }).toThrow(limited);
    expect(() => {
      step.taken(resolvedCall({ queryId: "a" }));
    }).not.toThrow();
  });

  it("counts the call that brings a tool its answers as the one that it asked in", () => {
    const step = createStep({ clock: createFakeClock() });
    const resumption = { requestState: "s" };
    step.taken(resolvedCall({ queryId: "q" }));
    step.asked(resolvedCall({ queryId: "q" }));

    expect(() => {
      step.taken(resolvedCall({ queryId: "q", resumption }));
    }).not.toThrow();
    expect(() => {
      step.taken(resolvedCall({ queryId: "q", resumption }));
    }).toThrow(limited);
  });

  it("lets nobody bring answers to a tool that has not asked, nor go on without any", () => {
    const step = createStep({ clock: createFakeClock() });
    const resumption = { requestState: "s" };
    const other = registeredTool({ publicName: "another" });
    step.taken(resolvedCall({ queryId: "q" }));
    step.taken(resolvedCall({ queryId: "r" }));
    step.asked(resolvedCall({ queryId: "q" }));

    for (const call of [
      resolvedCall({ queryId: "q" }),
      resolvedCall({ queryId: "q", resumption, registered: other }),
      resolvedCall({ queryId: "r", resumption }),
    ]) {
      expect(() => {
        step.taken(call);
      }).toThrow(limited);
    }
  });

  it("believes answers of a query that it has not heard of, once", () => {
    const step = createStep({ clock: createFakeClock() });
    const call = resolvedCall({ queryId: "q", resumption: { requestState: "s" } });
    step.taken(call);

    expect(() => {
      step.taken(call);
    }).toThrow(limited);
  });

  it("lets a call that waits for a yes be made again, and no other", () => {
    const step = createStep({ clock: createFakeClock() });
    const other = registeredTool({ publicName: "another" });
    step.taken(resolvedCall({ queryId: "q" }));
    step.waits(resolvedCall({ queryId: "q" }));

    expect(() => {
      step.taken(resolvedCall({ queryId: "q", registered: other }));
    }).toThrow(limited);
    expect(() => {
      step.taken(resolvedCall({ queryId: "q" }));
    }).not.toThrow();
    expect(() => {
      step.taken(resolvedCall({ queryId: "q" }));
    }).toThrow(limited);
  });
});
