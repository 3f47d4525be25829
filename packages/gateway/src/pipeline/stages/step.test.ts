import { registeredTool, resolvedCall } from "@toolcourt/testing/calls";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import { createLocalQueries, type Queries } from "../limits/queries.ts";
import { createStep } from "./step.ts";

const limited: unknown = expect.objectContaining({ code: "query-limit" });

function setUp(most?: number) {
  const clock = createFakeClock();
  return { clock, step: createStep(createLocalQueries(clock, most)) };
}

describe("step", () => {
  it("allows a query one call, of any tool", () => {
    const { step } = setUp();
    void step.taken(resolvedCall({ queryId: "q" }));

    expect(() => {
      void step.taken(resolvedCall({ queryId: "q", tool: "another" }));
    }).toThrow(limited);
  });

  it("counts queries per principal", () => {
    const { step } = setUp();
    void step.taken(resolvedCall({ queryId: "q" }));

    expect(() => {
      void step.taken(
        resolvedCall({ queryId: "q", principal: { id: "grace", permissions: "all" } }),
      );
    }).not.toThrow();
  });

  it("counts queries per tenant, even under one name", () => {
    const { step } = setUp();
    const ada = { id: "ada", permissions: "all" } as const;
    void step.taken(resolvedCall({ queryId: "q", principal: ada }));
    void step.taken(resolvedCall({ queryId: "q", principal: { ...ada, tenant: "north" } }));

    expect(() => {
      void step.taken(resolvedCall({ queryId: "q", principal: { ...ada, tenant: "south" } }));
    }).not.toThrow();
    expect(() => {
      void step.taken(resolvedCall({ queryId: "q", principal: { ...ada, tenant: "north" } }));
    }).toThrow(limited);
  });

  it("ignores calls without a query", () => {
    const { step } = setUp();
    void step.taken(resolvedCall());

    expect(() => {
      void step.taken(resolvedCall());
    }).not.toThrow();
  });

  it("forgets a query after its lifetime", async () => {
    const { clock, step } = setUp();
    void step.taken(resolvedCall({ queryId: "q" }));

    await clock.advance(3_600_000);

    expect(() => {
      void step.taken(resolvedCall({ queryId: "q" }));
    }).not.toThrow();
  });

  it("limits the number of remembered queries", () => {
    const { step } = setUp(2);
    for (const queryId of ["a", "b", "c"]) void step.taken(resolvedCall({ queryId }));

    expect(() => {
      void step.taken(resolvedCall({ queryId: "c" }));
    }).toThrow(limited);
    expect(() => {
      void step.taken(resolvedCall({ queryId: "a" }));
    }).not.toThrow();
  });

  it("counts a call with answers as the same call that asked", () => {
    const { step } = setUp();
    const resumption = { requestState: "s" };
    void step.taken(resolvedCall({ queryId: "q" }));
    void step.asked(resolvedCall({ queryId: "q" }));

    expect(() => {
      void step.taken(resolvedCall({ queryId: "q", resumption }));
    }).not.toThrow();
    expect(() => {
      void step.taken(resolvedCall({ queryId: "q", resumption }));
    }).toThrow(limited);
  });

  it("refuses answers to a tool that has not asked, and a continuation without answers", () => {
    const { step } = setUp();
    const resumption = { requestState: "s" };
    const other = registeredTool({ publicName: "another" });
    void step.taken(resolvedCall({ queryId: "q" }));
    void step.taken(resolvedCall({ queryId: "r" }));
    void step.asked(resolvedCall({ queryId: "q" }));

    for (const call of [
      resolvedCall({ queryId: "q" }),
      resolvedCall({ queryId: "q", resumption, registered: other }),
      resolvedCall({ queryId: "r", resumption }),
    ]) {
      expect(() => {
        void step.taken(call);
      }).toThrow(limited);
    }
  });

  it("accepts answers of an unknown query, once", () => {
    const { step } = setUp();
    const call = resolvedCall({ queryId: "q", resumption: { requestState: "s" } });
    void step.taken(call);

    expect(() => {
      void step.taken(call);
    }).toThrow(limited);
  });

  it("allows a call that waits for approval again, but no other", () => {
    const { step } = setUp();
    const other = registeredTool({ publicName: "another" });
    void step.taken(resolvedCall({ queryId: "q" }));
    void step.waits(resolvedCall({ queryId: "q" }));

    expect(() => {
      void step.taken(resolvedCall({ queryId: "q", registered: other }));
    }).toThrow(limited);
    expect(() => {
      void step.taken(resolvedCall({ queryId: "q" }));
    }).not.toThrow();
    expect(() => {
      void step.taken(resolvedCall({ queryId: "q" }));
    }).toThrow(limited);
  });
});

/** A shared store with one fixed answer, and the messages it received. */
function asking(answer: boolean) {
  const told: string[] = [];
  const queries: Queries = {
    take: async () => answer,
    leave: async (_key, _call, left) => void told.push(left),
  };
  return { step: createStep(queries), told };
}

describe("a step counted in a shared store", () => {
  it.each([
    [true, undefined],
    [false, "query-limit"],
  ])("passes or is refused as the store says: %j", async (answer, code) => {
    const { step } = asking(answer);

    const refused: unknown = await Promise.resolve(
      step.taken(resolvedCall({ queryId: "q" })),
    ).catch((error: unknown) => error);

    expect(refused).toEqual(code === undefined ? undefined : limited);
  });

  it("does not ask about a call without a query", () => {
    const { step, told } = asking(false);

    expect(step.taken(resolvedCall())).toBeUndefined();
    expect([step.asked(resolvedCall()), step.waits(resolvedCall())]).toEqual([
      undefined,
      undefined,
    ]);
    expect(told).toEqual([]);
  });

  it("reports a question, and a call that waits", async () => {
    const { step, told } = asking(true);

    await step.asked(resolvedCall({ queryId: "q" }));
    await step.waits(resolvedCall({ queryId: "q" }));

    expect(told).toEqual(["asked", "waits"]);
  });
});
