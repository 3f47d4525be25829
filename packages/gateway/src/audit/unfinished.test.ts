import { expect, it } from "vitest";
import { openMemoryStores } from "../stores/memory/open-memory-stores.ts";
import { incomingCall } from "../testing/calls.ts";
import { intentOf, outcomeOf } from "./call-entries.ts";
import { link } from "./chain.ts";
import { unfinishedCalls } from "./unfinished.ts";

it("lists the calls that began and never ended", async () => {
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

  expect(await unfinishedCalls(audit, 2_000)).toEqual([
    { callId: "lost", sequence: 1, at: 1_000, tool: "get-forecast", principal: "s1" },
  ]);
  expect(await unfinishedCalls(audit, 1_000)).toEqual([]);
});
