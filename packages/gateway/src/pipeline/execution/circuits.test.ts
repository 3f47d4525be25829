import { hasCode, Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { Deadlines } from "@toolcourt/contracts/internal/kernel/deadlines";
import { approvedCall, noAbort, registeredTool, toolContract } from "@toolcourt/testing/calls";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import { UpstreamError } from "../../upstreams/upstream.ts";
import type { Send } from "./attempt.ts";
import { createExecution, type Execute, type ExecutionOptions } from "./execution.ts";

/** Without retries, so that every failure counts. */
const grant = { statement: "all", caps: { retries: { max: 0, limit: "once" } } };
const lost = new UpstreamError({ kind: "lost" });

function open(
  send: Send,
  options: Pick<ExecutionOptions, "clock" | "failures" | "openForMs">,
): Execute {
  const deadlines = new Deadlines(options.clock);
  return createExecution(send, { maxConcurrent: 100, deadlines, ...options });
}

function setUp() {
  const clock = createFakeClock();
  const server: { next: Promise<unknown> | Error | string } = { next: "sunny" };
  let sent = 0;
  const execute = open(
    async () => {
      sent += 1;
      if (server.next instanceof Error) throw server.next;
      return server.next;
    },
    { clock, failures: 3, openForMs: 10_000 },
  );
  const call = (name = "weather") =>
    execute(
      approvedCall({
        grant,
        registered: registeredTool({
          home: { kind: "server", server: name },
          contract: toolContract({ server: name }),
        }),
      }),
      noAbort,
    );
  const fail = async (fault: Error, times: number): Promise<void> => {
    server.next = fault;
    for (let i = 0; i < times; i += 1) await call().catch(() => undefined);
    server.next = "sunny";
  };
  return { clock, server, call, fail, sent: () => sent };
}

describe("the circuits of servers", () => {
  it("opens the circuit after several failures in a row", async () => {
    const { call, fail, sent } = setUp();
    await fail(lost, 3);

    await expect(call()).rejects.toMatchObject({
      code: "circuit-open",
      details: { server: "weather", retryAfterMs: 10_000 },
    });
    expect(sent()).toBe(3);
  });

  it("keeps a circuit per server", async () => {
    const { call, fail } = setUp();
    await fail(lost, 3);

    await expect(call("maps")).resolves.toBe("sunny");
  });

  it("resets the count after an answer", async () => {
    const { call, fail } = setUp();
    await fail(lost, 2);
    await call();
    await fail(lost, 2);

    await expect(call()).resolves.toBe("sunny");
  });

  it("half-opens after a while and sends one trial call", async () => {
    const { clock, server, call, fail } = setUp();
    await fail(lost, 3);
    await clock.advance(10_000);
    const pending = Promise.withResolvers<string>();
    server.next = pending.promise;

    const trial = call();
    const other = call();

    await expect(other).rejects.toMatchObject({ code: "circuit-open" });
    pending.resolve("sunny");
    await expect(trial).resolves.toBe("sunny");
    await expect(call()).resolves.toBe("sunny");
  });

  it("opens again when the trial fails", async () => {
    const { clock, call, fail } = setUp();
    await fail(lost, 3);
    await clock.advance(10_000);
    await fail(lost, 1);

    await expect(call()).rejects.toMatchObject({ code: "circuit-open" });
  });

  it("lets the next call be the trial when its caller cancels", async () => {
    const { clock, call, fail } = setUp();
    await fail(lost, 3);
    await clock.advance(10_000);
    await fail(new Refusal("cancelled", { tool: "x", mayHaveActed: false }), 1);

    await expect(call()).resolves.toBe("sunny");
  });

  it.each([
    new UpstreamError({ kind: "http", status: 429 }),
    new UpstreamError({ kind: "http", status: 403 }),
    new UpstreamError({ kind: "rpc", code: 1 }),
    new Refusal("cancelled", { tool: "x", mayHaveActed: false }),
  ])("is not opened by errors that do not blame the server: %#", async (error) => {
    const { call, fail } = setUp();
    await fail(error, 10);

    await expect(call()).resolves.toBe("sunny");
  });

  it("is opened by timeouts", async () => {
    const { call, fail } = setUp();
    await fail(new Refusal("deadline-passed", { tool: "x", afterMs: 1, mayHaveActed: false }), 3);

    await expect(call()).rejects.toMatchObject({ code: "circuit-open" });
  });
});

const timedOut = new Refusal("deadline-passed", { tool: "x", afterMs: 1, mayHaveActed: false });
const unreachable = new UpstreamError({ kind: "unreachable" });

/** One server with several tools and principals. */
function openServer() {
  const clock = createFakeClock();
  const faults = new Map<string, Error>();
  const answer: Send = async ({ registered, principal }) => {
    const fault = faults.get(registered.contract.name) ?? faults.get(principal.id);
    if (fault !== undefined) throw fault;
    return "sunny";
  };
  const execute = open(answer, { clock });
  const call = (name: string, id = "ada", tenant?: string) =>
    execute(
      approvedCall({
        startedAt: clock.monotonic(),
        grant,
        principal: { id, permissions: "all", ...(tenant !== undefined && { tenant }) },
        registered: registeredTool({ publicName: name, contract: toolContract({ name }) }),
      }),
      noAbort,
    );
  const repeat = async (times: number, name: string, id = "ada"): Promise<void> => {
    for (let i = 0; i < times; i += 1) await call(name, id).catch(() => undefined);
  };
  return { clock, faults, call, repeat };
}

function pauseIn(error: unknown): number {
  return hasCode(error, "circuit-open") ? error.details.retryAfterMs : 0;
}

describe("the circuits of servers with several tools and principals", () => {
  it.each([
    timedOut,
    new UpstreamError({ kind: "http", status: 500 }),
    new UpstreamError({ kind: "garbled" }),
    lost,
  ])("pauses a failing tool and not the other tools of its server: %#", async (fault) => {
    const { faults, call, repeat } = openServer();
    faults.set("bad", fault);
    for (let i = 0; i < 50; i += 1) {
      await repeat(1, "bad");
      await expect(call("good")).resolves.toBe("sunny");
    }

    await expect(call("bad")).rejects.toMatchObject({ code: "circuit-open" });
  });

  it("does not let the failures of one principal pause a tool for another", async () => {
    const { faults, call, repeat } = openServer();
    faults.set("mallory", timedOut);
    await repeat(50, "get", "mallory");

    await expect(call("get", "mallory")).rejects.toMatchObject({ code: "circuit-open" });
    await expect(call("get", "ada")).resolves.toBe("sunny");
  });

  it("keeps principals of the same id in two tenants apart", async () => {
    const { faults, call } = openServer();
    faults.set("ada", timedOut);
    for (let i = 0; i < 50; i += 1) await call("get", "ada", "north").catch(() => undefined);
    faults.clear();

    await expect(call("get", "ada", "north")).rejects.toMatchObject({ code: "circuit-open" });
    await expect(call("get", "ada", "south")).resolves.toBe("sunny");
  });

  it("pauses a server that cannot be reached for all tools, and briefly at first", async () => {
    const { clock, faults, call, repeat } = openServer();
    faults.set("ada", unreachable);
    await repeat(5, "get");
    faults.clear();

    await expect(call("other", "bob")).rejects.toMatchObject({
      code: "circuit-open",
      details: { retryAfterMs: 1_000 },
    });
    await clock.advance(1_000);
    await expect(call("other", "bob")).resolves.toBe("sunny");
  });

  it("pauses an unreachable server longer with each failed trial, up to ten seconds", async () => {
    const { clock, faults, call, repeat } = openServer();
    faults.set("ada", unreachable);
    await repeat(5, "get");
    const waits: number[] = [];
    for (let trial = 0; trial < 6; trial += 1) {
      const ms = await call("get").then(() => 0, pauseIn);
      waits.push(ms);
      await clock.advance(ms);
      await repeat(1, "get");
    }

    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 10_000, 10_000]);
  });

  it("counts calls as one failure that were lost together", async () => {
    const clock = createFakeClock();
    const broken = Promise.withResolvers<never>();
    const execute = open(() => broken.promise, { clock });
    const settings = { maxInstances: 20, timeoutMs: 1_000, approval: "none" } as const;
    const registered = registeredTool({ settings });
    const pending = Array.from({ length: 20 }, () =>
      execute(approvedCall({ startedAt: clock.monotonic(), grant, registered }), noAbort),
    );
    await clock.advance(1);
    broken.reject(lost);
    await Promise.allSettled(pending);

    const next = execute(
      approvedCall({ startedAt: clock.monotonic(), grant, registered }),
      noAbort,
    );
    await expect(next).rejects.toBe(lost);
  });
});
