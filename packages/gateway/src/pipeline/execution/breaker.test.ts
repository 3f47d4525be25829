import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { approvedCall, noAbort, registeredTool, toolContract } from "@toolcourt/testing/calls";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import { UpstreamError } from "../../upstreams/upstream.ts";
import { withBreaker } from "./breaker.ts";

const bounds = { signal: noAbort, endsAt: 1_000 };
const lost = new UpstreamError({ kind: "lost" });

function setUp() {
  const clock = createFakeClock();
  const server: { next: Promise<unknown> | Error | string } = { next: "sunny" };
  let sent = 0;
  const execute = withBreaker(
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
        registered: registeredTool({
          home: { kind: "server", server: name },
          contract: toolContract({ server: name }),
        }),
      }),
      bounds,
    );
  const fail = async (fault: Error, times: number): Promise<void> => {
    server.next = fault;
    for (let i = 0; i < times; i += 1) await call().catch(() => undefined);
    server.next = "sunny";
  };
  return { clock, server, call, fail, sent: () => sent };
}

describe("withBreaker", () => {
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
