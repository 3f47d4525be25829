import { describe, expect, it } from "vitest";
import { registeredTool, resolvedCall } from "../../testing/calls.ts";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { createLocalQueries } from "../limits/local-queries.ts";
import type { Queries } from "../limits/queries.ts";
import { createStep } from "./step.ts";

const limited: unknown = expect.objectContaining({ code: "step-limit" });

function setUp(most?: number) {
  const clock = createFakeClock();
  return { clock, step: createStep(createLocalQueries(clock, most)) };
}

describe("step", () => {
  it("lets a query have one call, of whichever tool", () => {
    const { step } = setUp();
    void step.taken(resolvedCall({ queryId: "q" }));

    expect(() => {
      void step.taken(resolvedCall({ queryId: "q", tool: "another" }));
    }).toThrow(limited);
  });

  it("counts the queries of different principals apart", () => {
    const { step } = setUp();
    void step.taken(resolvedCall({ queryId: "q" }));

    expect(() => {
      void step.taken(
        resolvedCall({ queryId: "q", principal: { id: "grace", permissions: "all" } }),
      );
    }).not.toThrow();
  });

  it("counts the queries of one name apart where tenants differ", () => {
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

  it("leaves calls alone that name no query", () => {
    const { step } = setUp();
    void step.taken(resolvedCall());

    expect(() => {
      void step.taken(resolvedCall());
    }).not.toThrow();
  });

  it("forgets a query after its time", async () => {
    const { clock, step } = setUp();
    void step.taken(resolvedCall({ queryId: "q" }));

    await clock.advance(3_600_000);

    expect(() => {
      void step.taken(resolvedCall({ queryId: "q" }));
    }).not.toThrow();
  });

  it("remembers no more queries than it may", () => {
    const { step } = setUp(2);
    for (const queryId of ["a", "b", "c"]) void step.taken(resolvedCall({ queryId }));

    expect(() => {
      void step.taken(resolvedCall({ queryId: "c" }));
    }).toThrow(limited);
    expect(() => {
      void step.taken(resolvedCall({ queryId: "a" }));
    }).not.toThrow();
  });

  it("counts the call that brings a tool its answers as the one that it asked in", () => {
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

  it("lets nobody bring answers to a tool that has not asked, nor go on without any", () => {
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

  it("believes answers of a query that it has not heard of, once", () => {
    const { step } = setUp();
    const call = resolvedCall({ queryId: "q", resumption: { requestState: "s" } });
    void step.taken(call);

    expect(() => {
      void step.taken(call);
    }).toThrow(limited);
  });

  it("lets a call that waits for a yes be made again, and no other", () => {
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

/** Others who give one answer, and what they were told. */
function asking(answer: boolean) {
  const told: string[] = [];
  const queries: Queries = {
    take: async () => answer,
    leave: async (_key, _call, left) => void told.push(left),
  };
  return { step: createStep(queries), told };
}

describe("a step that others have to be asked about", () => {
  it.each([
    [true, undefined],
    [false, "step-limit"],
  ])("passes or is refused as they say: %j", async (answer, code) => {
    const { step } = asking(answer);

    const refused: unknown = await Promise.resolve(
      step.taken(resolvedCall({ queryId: "q" })),
    ).catch((error: unknown) => error);

    expect(refused).toEqual(code === undefined ? undefined : limited);
  });

  it("asks nobody about a call that names no query", () => {
    const { step, told } = asking(false);

    expect(step.taken(resolvedCall())).toBeUndefined();
    expect([step.asked(resolvedCall()), step.waits(resolvedCall())]).toEqual([
      undefined,
      undefined,
    ]);
    expect(told).toEqual([]);
  });

  it("is told of a question, and of a call that waits", async () => {
    const { step, told } = asking(true);

    await step.asked(resolvedCall({ queryId: "q" }));
    await step.waits(resolvedCall({ queryId: "q" }));

    expect(told).toEqual(["asked", "waits"]);
  });
});
