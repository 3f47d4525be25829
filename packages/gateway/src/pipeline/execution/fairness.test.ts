import { Deadlines } from "@toolcourt/contracts/internal/kernel/deadlines";
import { approvedCall, noAbort, registeredTool } from "@toolcourt/testing/calls";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import type { Principal } from "../call.ts";
import { createExecution, type ExecutionOptions } from "./execution.ts";

function open(given: Partial<ExecutionOptions> = {}, maxInstances = 100) {
  const clock = createFakeClock();
  const started: string[] = [];
  const running: (() => void)[] = [];
  const refused: string[] = [];
  const run = createExecution(
    ({ principal }) => {
      started.push(principal.id);
      const { promise, resolve } = Promise.withResolvers<void>();
      running.push(resolve);
      return promise;
    },
    { clock, deadlines: new Deadlines(clock), maxConcurrent: 1, maxWaitMs: 60_000, ...given },
  );
  const settings = { maxInstances, timeoutMs: 60_000, approval: "none" } as const;
  const call = async (
    id: string,
    { tenant, tool = "a" }: { tenant?: string; tool?: string } = {},
  ) => {
    const principal: Principal = { id, permissions: "all", ...(tenant && { tenant }) };
    const registered = registeredTool({ publicName: tool, settings });
    run(approvedCall({ registered, principal }), noAbort).catch(() => refused.push(id));
    await clock.advance(0);
  };
  const finish = async (count = 1): Promise<void> => {
    for (let i = 0; i < count; i += 1) {
      running.shift()?.();
      await clock.advance(0);
    }
  };
  return { clock, call, finish, started, refused };
}

async function times(count: number, work: () => Promise<void>): Promise<void> {
  for (let i = 0; i < count; i += 1) await work();
}

describe("the queue for slots", () => {
  it("serves principals in turn, however many calls one of them makes", async () => {
    const { call, finish, started } = open();
    await times(100, () => call("mallory"));
    await call("ada");
    await call("bob");

    await finish(3);

    expect(started.slice(1)).toEqual(expect.arrayContaining(["ada", "bob"]));
  });

  it("serves tenants in turn, however many principals one of them has", async () => {
    const { call, finish, started } = open({ maxConcurrent: 2 });
    for (let i = 0; i < 50; i += 1) await call(`m${i}`, { tenant: "large" });
    await times(3, () => call("ada", { tenant: "small" }));

    await finish(6);

    expect(started.filter((id) => id === "ada")).toHaveLength(3);
  });

  it("keeps the calls of one principal in order over its tools", async () => {
    const { call, finish, started } = open();
    await call("bob");
    for (const id of ["ada", "ada"]) await call(id, { tool: "b" });
    await call("ada", { tool: "c" });
    await finish(4);

    expect(started).toEqual(["bob", "ada", "ada", "ada"]);
  });

  it("has room for another owner when one has filled it", async () => {
    const { call, finish, started, refused } = open({ maxQueued: 10 });
    await times(20, () => call("mallory"));
    await call("ada");

    await finish(2);

    expect(refused).toEqual(Array.from({ length: 10 }, () => "mallory"));
    expect(started).toContain("ada");
  });

  it("refuses the newcomer if it has as many waiting calls as the others", async () => {
    const { call, refused } = open({ maxQueued: 2 });
    for (const id of ["ada", "ada", "bob", "bob"]) await call(id);

    expect(refused).toEqual(["bob"]);
  });
});

describe("the slots of a toolbox", () => {
  it("are all for an owner that is alone", async () => {
    const { call, started } = open({ maxConcurrent: 8 });
    await times(8, () => call("ada"));

    expect(started).toHaveLength(8);
  });

  it("are kept for others in part while several owners are active", async () => {
    const { call, started } = open({ maxConcurrent: 8 });
    await call("ada");
    await times(20, () => call("mallory"));
    const held = started.filter((id) => id === "mallory").length;
    await call("ada");

    expect(held).toBe(6);
    expect(started.at(-1)).toBe("ada");
  });

  it("are all for an owner again once the others are inactive", async () => {
    const { clock, call, finish, started } = open({ maxConcurrent: 8 });
    await call("ada");
    await call("mallory");
    await finish(2);
    await clock.advance(10_000);
    await times(8, () => call("mallory"));

    expect(started.filter((id) => id === "mallory")).toHaveLength(9);
  });

  it("of one tool are kept for others too", async () => {
    const { call, started } = open({ maxConcurrent: 100 }, 4);
    await call("ada");
    await times(10, () => call("mallory"));

    expect(started).toEqual(["ada", "mallory", "mallory", "mallory"]);
  });
});
