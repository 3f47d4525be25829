import { beforeAll, describe, expect, it } from "vitest";
import { systemClock } from "../../packages/contracts/src/kernel/clock.ts";
import { reading } from "../gate/tools.ts";
import { type Caller, callerFor, callOf, cameTo, type Wish } from "./caller.ts";
import { objectIn, openServed, type Served } from "./served.ts";

// Whole gateways and real files take longer than a second on a busy machine.
const timeout = 20_000;
const hour = 3_600_000;
const allowance = 30;
const names = ["get-first", "get-second", "get-third", "get-fourth"];

let served: Served;
beforeAll(async () => {
  served = await openServed({
    tools: [
      ...names.map((name) => reading(name)),
      reading("get-limited", { rateLimit: { maxCalls: 2, windowMs: hour } }),
    ],
    keys: { limits: { per_principal: { max_requests: allowance, window: "PT1H" } } },
  });
  return () => served[Symbol.asyncDispose]();
}, timeout);

/** Returns headers that claim another client address. */
function spoofed(index: number): Readonly<Record<string, string>> {
  const address = `192.0.2.${index}`;
  return {
    "x-forwarded-for": address,
    "x-real-ip": address,
    forwarded: `for=${address}`,
    "x-client-id": `client-${index}`,
    "user-agent": `agent-${index}`,
  };
}

function answersTo(
  caller: Caller,
  count: number,
  wishOf: (index: number) => Wish,
): Promise<readonly Response[]> {
  const answers = Array.from({ length: count }, async (_, index) => {
    const name = names[index % names.length] ?? "";
    const response = await caller.send(callOf(name, { city: `Oslo ${index}` }, wishOf(index)));
    await response.text();
    return response;
  });
  return Promise.all(answers);
}

describe("SECURITY 53: a flooding principal", { timeout }, () => {
  it("gets the retry time for a limited tool in the tool's result, in both eras", async () => {
    const caller = await callerFor(served, "ada");
    const call = (era: "modern" | "legacy", index: number) =>
      caller.call("get-limited", { city: `Oslo ${index}` }, { era, headers: spoofed(index) });
    const before = served.upstream.calls.length;

    expect([cameTo(await call("modern", 1)), cameTo(await call("legacy", 2))]).toEqual([
      "answered",
      "answered",
    ]);
    for (const era of ["modern", "legacy"] as const) {
      const refused = await call(era, 3);
      const refusal = objectIn(refused, "result", "_meta", "dev.toolcourt/refusal");
      expect(refusal).toMatchObject({ code: "rate-limited", retryable: true });
      const { retryAfterMs } = objectIn(refusal, "evidence");
      expect(retryAfterMs).toBeGreaterThan(hour - 60_000);
    }
    expect(served.upstream.calls).toHaveLength(before + 2);
  });

  it("gets 429 and Retry-After across any number of tools, connections and addresses", async () => {
    const caller = await callerFor(served, "mallory");
    const before = served.upstream.calls.length;

    const answers = await answersTo(caller, 4 * allowance, (index) => ({
      era: index % 2 === 0 ? "modern" : "legacy",
      headers: { ...spoofed(index), connection: "close" },
    }));

    const [passed, refused] = [200, 429].map((status) =>
      answers.filter((answer) => answer.status === status),
    );
    expect(passed).toHaveLength(allowance);
    expect(refused).toHaveLength(3 * allowance);
    const waits = refused?.map((answer) => Number(answer.headers.get("retry-after"))) ?? [];
    expect(Math.min(...waits)).toBeGreaterThan(3_000);
    expect(Math.max(...waits)).toBeLessThanOrEqual(3_600);
    expect(served.upstream.calls).toHaveLength(before + allowance);
    // A new token does not make a new principal.
    const again = await callerFor(served, "mallory");
    const [answer] = await answersTo(again, 1, () => ({ headers: spoofed(200) }));
    expect(answer?.status).toBe(429);
  });

  it("slows down another principal by at most a factor of two", async () => {
    const [eve, grace] = [await callerFor(served, "eve"), await callerFor(served, "grace")];
    const alone = await slowest(grace, 10);
    await answersTo(eve, allowance, () => ({}));
    const over = new AbortController();
    const flood = (async () => {
      while (!over.signal.aborted) await answersTo(eve, 4, () => ({}));
    })();

    const beside = await slowest(grace, 10);
    over.abort();
    await flood;

    // Tolerates a busy machine: the wait itself is a few milliseconds.
    expect(beside).toBeLessThan(Math.max(2 * alone, 1_000));
  });
});

async function slowest(caller: Caller, count: number): Promise<number> {
  const times = [];
  for (let index = 0; index < count; index += 1) {
    const start = systemClock.monotonic();
    expect(cameTo(await caller.call("get-first", { city: `Bern ${index}` }))).toBe("answered");
    times.push(systemClock.monotonic() - start);
  }
  return Math.max(...times);
}
