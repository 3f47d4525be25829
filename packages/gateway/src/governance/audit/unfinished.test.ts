import { incomingCall } from "@toolcourt/testing/calls";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import { openMemoryStores } from "../../stores/memory/open-memory-stores.ts";
import { StoreError } from "../../stores/store-error.ts";
import { intentOf, outcomeOf } from "./call-entries.ts";
import { link } from "./chain.ts";
import { unfinishedCalls, watchUnfinished } from "./unfinished.ts";

it("lists calls without an outcome", async () => {
  const { audit } = openMemoryStores({ link });
  const facts = { subject: { id: "s1" }, moment: { at: 1_000, monotonic: 0 } };
  const ended = incomingCall({ callId: "ended" });
  await audit.append(
    [
      intentOf(incomingCall({ callId: "lost" }), facts),
      intentOf(ended, facts),
      outcomeOf(ended, { kind: "refused", error: undefined }, { ...facts, ms: 1 }),
    ],
    "committed",
  );

  const lost = {
    callId: "lost",
    sequence: 1,
    at: 1_000,
    tool: "get-forecast",
    principal: "s1",
    tenant: undefined,
  };
  expect(await unfinishedCalls(audit, { now: 2_000, maxCallMs: 999 })).toEqual([
    { ...lost, mayStillRun: false },
  ]);
  expect(await unfinishedCalls(audit, { now: 2_000, maxCallMs: 1_000 })).toEqual([
    { ...lost, mayStillRun: true },
  ]);
  expect(await unfinishedCalls(audit, { now: 1_000, maxCallMs: 0 })).toEqual([]);
});

const maxCallMs = 60_000;

function setUp() {
  const clock = createFakeClock();
  const { audit } = openMemoryStores({ link });
  const moment = () => ({ at: clock.now(), monotonic: clock.monotonic() });
  const begin = (callId: string) =>
    audit.append(
      [intentOf(incomingCall({ callId }), { subject: { id: "s1" }, moment: moment() })],
      "committed",
    );
  const end = (callId: string) => {
    const ending = { kind: "refused", error: undefined } as const;
    return audit.append(
      [outcomeOf(incomingCall({ callId }), ending, { moment: moment(), ms: 1 })],
      "committed",
    );
  };
  const found: (readonly string[])[] = [];
  const watch = (store = audit) =>
    watchUnfinished({
      store,
      clock,
      maxCallMs,
      onFound: (calls) =>
        found.push(calls.map(({ callId, mayStillRun }) => (mayStillRun ? `${callId}?` : callId))),
    });
  return { clock, audit, begin, end, found, watch };
}

describe("a starting gateway", () => {
  it("reports calls without an outcome, and those that may still run elsewhere", async () => {
    const { clock, begin, end, found, watch } = setUp();
    await begin("lost");
    await clock.advance(maxCallMs + 1);
    await begin("running");
    await clock.advance(1);

    await using _ = await watch();
    expect(found).toEqual([["lost", "running?"]]);
    await end("running");
    await clock.advance(3 * maxCallMs);

    expect(found).toHaveLength(1);
  });

  it("reports recent ones once they are old enough, and those of gateways that died since", async () => {
    const { clock, begin, found, watch } = setUp();
    await begin("just now");
    await clock.advance(1);
    await using _ = await watch();

    await clock.advance(maxCallMs);
    await begin("later");
    await clock.advance(maxCallMs);
    await clock.advance(maxCallMs);

    expect(found).toEqual([["just now?"], ["just now"], ["just now", "later"]]);
  });

  it("tolerates a store outage after the start", async () => {
    const { clock, audit, begin, found, watch } = setUp();
    let isAway = true;
    const unfinished: typeof audit.unfinished = (before) =>
      isAway ? Promise.reject(new StoreError("locked")) : audit.unfinished(before);
    const store = { ...audit, unfinished };
    await expect(watch(store)).rejects.toThrow(StoreError);
    isAway = false;
    await using _ = await watch(store);
    await begin("lost");

    isAway = true;
    await clock.advance(2 * maxCallMs);
    isAway = false;
    await clock.advance(maxCallMs);

    expect(found).toEqual([["lost"]]);
  });
});
