import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { fakeRelayServer } from "@toolcourt/testing/relay-server";
import { openTestRelays, relayRequest } from "@toolcourt/testing/relays";
import { describe, expect, it } from "vitest";
import type { IncomingCall } from "../pipeline/call.ts";
import { LocalRate } from "../pipeline/limits/rate.ts";
import type { Outcome } from "../pipeline/outcome.ts";
import type { Stages } from "../pipeline/pipeline.ts";
import { createLimitRate } from "../pipeline/stages/limit-rate.ts";
import { UpstreamError } from "../upstreams/upstream.ts";
import type { RelayAccess } from "./relays.ts";

const signal = new AbortController().signal;
const uri = "a:1";

interface Closed {
  readonly call: IncomingCall;
  readonly outcome: Outcome;
}

interface Difference {
  readonly read?: () => Promise<{ contents: [] }>;
  readonly durable?: () => Promise<void>;
  readonly permit?: RelayAccess["permit"];
}

function setUp({ read, durable = async () => undefined, permit }: Difference = {}) {
  const clock = createFakeClock();
  const closed: Closed[] = [];
  const fake = fakeRelayServer({
    "resources/list": { resources: [{ uri, name: "r" }] },
    "resources/read": read ?? (async () => ({ contents: [] })),
  });
  const record: Stages["record"] = () => ({
    durable,
    closed: async (call, outcome) => void closed.push({ call, outcome }),
  });
  const { relaysFor } = openTestRelays([fake.server], {
    clock,
    stages: { record, limitRate: createLimitRate(new LocalRate(clock, 100)) },
    access: {
      reaches: () => true,
      uses: () => true,
      shows: () => true,
      permit: permit ?? (() => ({ statement: "s", policy: "v" })),
    },
  });
  const relays = relaysFor({ id: "ada", permissions: [] });
  const ask = (): Promise<unknown> => relays.readResource(relayRequest({ uri }), signal);
  const sent = (): number => fake.asked.filter(({ method }) => method === "resources/read").length;
  return { clock, closed, relays, fake, ask, sent };
}

const lost = (): Promise<never> =>
  Promise.reject(new Refusal("audit-failed", { tool: "resources/read", moment: "opened" }));

describe("a relayed request", () => {
  it("is recorded with its server, its statement and its outcome", async () => {
    const { ask, closed } = setUp();

    await ask();

    expect(closed).toMatchObject([
      {
        call: {
          tool: "resources/read",
          relayed: { method: "resources/read", subject: { kind: "uri", name: uri } },
          registered: { contract: { server: "one" } },
          grant: { statement: "s", policy: "v" },
        },
        outcome: { kind: "relayed", output: { contents: [] } },
      },
    ]);
  });

  it("is not sent if its intent cannot be recorded, nor is a subscription", async () => {
    const { ask, sent, relays, fake } = setUp({ durable: lost });

    await expect(ask()).rejects.toMatchObject({ code: "audit-failed" });
    await expect(relays.follow(relayRequest({ uri }), () => undefined)).rejects.toMatchObject({
      code: "audit-failed",
    });
    expect([sent(), fake.watched]).toEqual([0, []]);
  });

  it("is not sent if the policy denies it, and looks unknown to its caller alone", async () => {
    const { ask, sent, closed } = setUp({
      permit: () => {
        const denied = { tool: "resources/read", policy: "v", statement: "no" };
        throw new Refusal("policy-denied", { ...denied, because: "denied" });
      },
    });

    await expect(ask()).rejects.toMatchObject({ code: "resource-unknown" });
    expect(sent()).toBe(0);
    expect(closed).toMatchObject([
      { outcome: { error: { code: "policy-denied", details: { statement: "no" } } } },
    ]);
  });

  it("counts against the rate of its principal, server and method", async () => {
    const { ask, sent } = setUp();
    for (let times = 0; times < 600; times += 1) await ask();

    await expect(ask()).rejects.toMatchObject({ code: "rate-limited" });
    expect(sent()).toBe(600);
  });

  it("ends at its deadline", async () => {
    const { ask, clock, closed } = setUp({ read: () => new Promise(() => undefined) });
    const asking = ask();
    asking.catch(() => undefined);
    await clock.advance(30_000);

    await expect(asking).rejects.toMatchObject({ details: { fault: { kind: "deadline-passed" } } });
    expect(closed).toHaveLength(1);
  });

  it("is not sent while the circuit of its server is open", async () => {
    const { ask, sent } = setUp({
      read: () => Promise.reject(new UpstreamError({ kind: "lost" })),
    });
    const codes: unknown[] = [];
    for (let times = 0; times < 20; times += 1) {
      await ask().catch((error: unknown) => codes.push(error));
    }

    expect(codes.at(-1)).toMatchObject({ code: "circuit-open" });
    expect(sent()).toBeLessThan(20);
  });
});
