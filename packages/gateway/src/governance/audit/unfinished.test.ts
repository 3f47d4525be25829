import { incomingCall } from "@toolcourt/testing/calls";
import { expect, it } from "vitest";
import { openMemoryStores } from "../../stores/memory/open-memory-stores.ts";
import { intentOf, outcomeOf } from "./call-entries.ts";
import { link } from "./chain.ts";
import { unfinishedCalls } from "./unfinished.ts";

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

  const lost = { callId: "lost", sequence: 1, at: 1_000, tool: "get-forecast", principal: "s1" };
  expect(await unfinishedCalls(audit, { now: 2_000, longestCallMs: 999 })).toEqual([
    { ...lost, mayStillRun: false },
  ]);
  expect(await unfinishedCalls(audit, { now: 2_000, longestCallMs: 1_000 })).toEqual([
    { ...lost, mayStillRun: true },
  ]);
  expect(await unfinishedCalls(audit, { now: 1_000, longestCallMs: 0 })).toEqual([]);
});
