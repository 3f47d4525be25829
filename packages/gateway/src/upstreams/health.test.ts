import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { createFakeUpstream } from "@toolcourt/testing/fake-upstream";
import { describe, expect, it } from "vitest";
import { HealthRecord } from "./health.ts";
import { keepConnected } from "./keep-connected.ts";
import { UpstreamError } from "./upstream.ts";

describe("the health of a server", () => {
  it("counts restarts, and keeps the last failure after the server is back", async () => {
    const clock = createFakeClock();
    const health = new HealthRecord(clock);
    const at = clock.now();
    health.connected();
    await clock.advance(1_000);
    health.lost();
    health.failed(new UpstreamError({ kind: "lost" }));
    await clock.advance(1_000);
    health.connected();

    expect(health.current()).toMatchObject({
      since: at + 2_000,
      restarts: 1,
      failure: { at: at + 1_000, error: { fault: { kind: "lost" } } },
    });
  });

  it("records why a server could not be opened, and reports an outage once", async () => {
    const clock = createFakeClock();
    const refused = new UpstreamError({ kind: "unreachable" });
    const { upstream, lose } = createFakeUpstream();
    const answers = [() => upstream, fail, fail, () => createFakeUpstream().upstream];
    function fail(): never {
      throw refused;
    }
    const told: unknown[] = [];
    const seen: { isBack: boolean } = { isBack: false };
    await using kept = await keepConnected(async () => (answers.shift() ?? fail)(), {
      clock,
      random: () => 0,
      listeners: { toolsChanged: () => undefined },
      first: "must-succeed",
      onAway: (error) => told.push(error),
      onBack: () => {
        seen.isBack = true;
      },
    });
    lose();
    while (!seen.isBack) {
      await clock.untilSleeping();
      await clock.advance(1_000);
    }

    expect(told).toEqual([refused]);
    expect(kept.health?.()).toMatchObject({ restarts: 1, failure: { error: refused } });
  });
});
