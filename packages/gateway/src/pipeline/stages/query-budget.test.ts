import { permittedCall, registeredTool } from "@toolcourt/testing/calls";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import { LocalQueries, type Queries } from "../limits/queries.ts";
import { createQueryBudget } from "./query-budget.ts";

const limited: unknown = expect.objectContaining({ code: "query-limit" });

function setUp(most?: number) {
  const clock = createFakeClock();
  return { clock, budget: createQueryBudget(new LocalQueries(clock, most)) };
}

describe("queryBudget", () => {
  it("allows a query one call, of any tool", () => {
    const { budget } = setUp();
    void budget.taken(permittedCall({ queryId: "q" }));

    expect(() => {
      void budget.taken(permittedCall({ queryId: "q", tool: "another" }));
    }).toThrow(limited);
  });

  it("counts queries per principal", () => {
    const { budget } = setUp();
    void budget.taken(permittedCall({ queryId: "q" }));

    expect(() => {
      void budget.taken(
        permittedCall({ queryId: "q", principal: { id: "grace", permissions: "all" } }),
      );
    }).not.toThrow();
  });

  it("counts queries per tenant, even under one name", () => {
    const { budget } = setUp();
    const ada = { id: "ada", permissions: "all" } as const;
    void budget.taken(permittedCall({ queryId: "q", principal: ada }));
    void budget.taken(permittedCall({ queryId: "q", principal: { ...ada, tenant: "north" } }));

    expect(() => {
      void budget.taken(permittedCall({ queryId: "q", principal: { ...ada, tenant: "south" } }));
    }).not.toThrow();
    expect(() => {
      void budget.taken(permittedCall({ queryId: "q", principal: { ...ada, tenant: "north" } }));
    }).toThrow(limited);
  });

  it("ignores calls without a query", () => {
    const { budget } = setUp();
    void budget.taken(permittedCall());

    expect(() => {
      void budget.taken(permittedCall());
    }).not.toThrow();
  });

  it("forgets a query after its lifetime", async () => {
    const { clock, budget } = setUp();
    void budget.taken(permittedCall({ queryId: "q" }));

    await clock.advance(3_600_000);

    expect(() => {
      void budget.taken(permittedCall({ queryId: "q" }));
    }).not.toThrow();
  });

  it("limits the number of remembered queries", () => {
    const { budget } = setUp(2);
    for (const queryId of ["a", "b", "c"]) void budget.taken(permittedCall({ queryId }));

    expect(() => {
      void budget.taken(permittedCall({ queryId: "c" }));
    }).toThrow(limited);
    expect(() => {
      void budget.taken(permittedCall({ queryId: "a" }));
    }).not.toThrow();
  });

  it("counts a call with answers as the same call that asked", () => {
    const { budget } = setUp();
    const resumption = { requestState: "s" };
    void budget.taken(permittedCall({ queryId: "q" }));
    void budget.asked(permittedCall({ queryId: "q" }));

    expect(() => {
      void budget.taken(permittedCall({ queryId: "q", resumption }));
    }).not.toThrow();
    expect(() => {
      void budget.taken(permittedCall({ queryId: "q", resumption }));
    }).toThrow(limited);
  });

  it("refuses answers to a tool that has not asked, and a continuation without answers", () => {
    const { budget } = setUp();
    const resumption = { requestState: "s" };
    const other = registeredTool({ publicName: "another" });
    void budget.taken(permittedCall({ queryId: "q" }));
    void budget.taken(permittedCall({ queryId: "r" }));
    void budget.asked(permittedCall({ queryId: "q" }));

    for (const call of [
      permittedCall({ queryId: "q" }),
      permittedCall({ queryId: "q", resumption, registered: other }),
      permittedCall({ queryId: "r", resumption }),
    ]) {
      expect(() => {
        void budget.taken(call);
      }).toThrow(limited);
    }
  });

  it("accepts answers of an unknown query, once", () => {
    const { budget } = setUp();
    const call = permittedCall({ queryId: "q", resumption: { requestState: "s" } });
    void budget.taken(call);

    expect(() => {
      void budget.taken(call);
    }).toThrow(limited);
  });

  it("allows a call that waits for approval again, but no other", () => {
    const { budget } = setUp();
    const other = registeredTool({ publicName: "another" });
    void budget.taken(permittedCall({ queryId: "q" }));
    void budget.waits(permittedCall({ queryId: "q" }));

    expect(() => {
      void budget.taken(permittedCall({ queryId: "q", registered: other }));
    }).toThrow(limited);
    expect(() => {
      void budget.taken(permittedCall({ queryId: "q" }));
    }).not.toThrow();
    expect(() => {
      void budget.taken(permittedCall({ queryId: "q" }));
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
  return { budget: createQueryBudget(queries), told };
}

describe("a step counted in a shared store", () => {
  it.each([
    [true, undefined],
    [false, "query-limit"],
  ])("passes or is refused as the store says: %j", async (answer, code) => {
    const { budget } = asking(answer);

    const refused: unknown = await Promise.resolve(
      budget.taken(permittedCall({ queryId: "q" })),
    ).catch((error: unknown) => error);

    expect(refused).toEqual(code === undefined ? undefined : limited);
  });

  it("does not ask about a call without a query", () => {
    const { budget, told } = asking(false);

    expect(budget.taken(permittedCall())).toBeUndefined();
    expect([budget.asked(permittedCall()), budget.waits(permittedCall())]).toEqual([
      undefined,
      undefined,
    ]);
    expect(told).toEqual([]);
  });

  it("reports a question, and a call that waits", async () => {
    const { budget, told } = asking(true);

    await budget.asked(permittedCall({ queryId: "q" }));
    await budget.waits(permittedCall({ queryId: "q" }));

    expect(told).toEqual(["asked", "waits"]);
  });
});
