import { Deadlines } from "@toolcourt/contracts/internal/kernel/deadlines";
import { approvedCall, noAbort, registeredTool, toolContract } from "@toolcourt/testing/calls";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import { createMemoryNotices } from "../../stores/memory/transient.ts";
import type { Notices } from "../../stores/notices.ts";
import { UpstreamError } from "../../upstreams/upstream.ts";
import { createExecution } from "./execution.ts";
import { SharedCircuits } from "./shared-circuits.ts";

const grant = { statement: "all", caps: { retries: { max: 0, limit: "once" } } };
const unreachable = new UpstreamError({ kind: "unreachable" });
const clock = createFakeClock();
const registered = registeredTool({
  home: { kind: "server", server: "weather" },
  contract: toolContract({ server: "weather" }),
});

/** Opens one of several gateways on the same notices. Its server is away while it `isCut`. */
async function openGateway(notices: Notices, name: string) {
  const sharedCircuits = new SharedCircuits({ notices, name });
  const leave = await sharedCircuits.listen();
  const server = { isCut: false };
  const send = async (): Promise<string> => {
    if (server.isCut) throw unreachable;
    return "sunny";
  };
  const deadlines = new Deadlines(clock);
  const common = { clock, deadlines, maxConcurrent: 10, failures: 3, openForMs: 10_000 };
  const execute = createExecution(send, { ...common, sharedCircuits });
  const call = (): Promise<unknown> => execute(approvedCall({ grant, registered }), noAbort);
  const fail = async (times: number): Promise<void> => {
    server.isCut = true;
    for (let i = 0; i < times; i += 1) await call().catch(() => undefined);
  };
  return { server, call, fail, leave };
}

async function openTwo() {
  const notices = createMemoryNotices();
  const [one, other] = [await openGateway(notices, "one"), await openGateway(notices, "other")];
  await one.call();
  await other.call();
  return { notices, one, other };
}

describe("SharedCircuits", () => {
  it("lets one failure open a circuit that another gateway has opened", async () => {
    const { one, other } = await openTwo();
    await one.fail(3);

    await other.fail(1);

    await expect(other.call()).rejects.toMatchObject({ code: "circuit-open" });
  });

  it("leaves a gateway alone that reaches the server", async () => {
    const { one, other } = await openTwo();
    await one.fail(3);

    await expect(other.call()).resolves.toBe("sunny");
    await other.fail(2);
    await expect(other.call()).rejects.toBe(unreachable);
  });

  it("forgets the word of another gateway after the time of an open circuit", async () => {
    const { one, other } = await openTwo();
    await one.fail(3);

    await clock.advance(10_000);
    await other.fail(2);

    await expect(other.call()).rejects.toBe(unreachable);
  });

  it("probes alone: a circuit closes at the gateway that reaches the server again", async () => {
    const { one, other } = await openTwo();
    await one.fail(3);
    await other.fail(1);
    other.server.isCut = false;

    await clock.advance(1_000);

    await expect(other.call()).resolves.toBe("sunny");
    await expect(one.call()).rejects.toBe(unreachable);
  });

  it("hears no more after it has left", async () => {
    const { one, other } = await openTwo();
    other.leave();
    await one.fail(3);
    await other.fail(2);

    await expect(other.call()).rejects.toBe(unreachable);
  });

  it.each([
    "no JSON",
    "[]",
    '{"from":"x"}',
    '{"from":"x","server":7}',
    '{"from":"other","server":"weather"}',
    '{"from":"x","server":"weather","more":1}',
    `{"from":"${"x".repeat(1_000)}","server":"weather"}`,
  ])("ignores what no gateway would write, and its own notices: %s", async (text) => {
    const { notices, other } = await openTwo();
    await notices.publish("circuits", text);
    await other.fail(2);

    await expect(other.call()).rejects.toBe(unreachable);
  });

  it("goes on while notices cannot be sent", async () => {
    const failing = {
      ...createMemoryNotices(),
      publish: () => Promise.reject(new Error("The store is away.")),
    };
    const one = await openGateway(failing, "one");
    await one.fail(3);

    await expect(one.call()).rejects.toMatchObject({ code: "circuit-open" });
  });
});
