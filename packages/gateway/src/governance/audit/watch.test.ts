import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import { Watch } from "./watch.ts";

/** A clock whose timers fire this late, as in a busy process. */
function setUp({ lateMs = 0 } = {}) {
  const fake = createFakeClock();
  let busyMs = lateMs;
  const clock = {
    ...fake,
    sleep: (ms: number, signal?: AbortSignal) => {
      const late = busyMs;
      busyMs = 0;
      return fake.sleep(ms + late, signal);
    },
  };
  const state = { waits: true, late: 0 };
  const watch = new Watch({
    clock,
    timeoutMs: 800,
    oldest: () => (state.waits ? 0 : undefined),
    onLate: () => {
      state.late += 1;
      state.waits = false;
    },
  });
  watch.start();
  return { clock: fake, state };
}

describe("Watch", () => {
  it("reports when the deadline has passed", async () => {
    const { clock, state } = setUp();

    await clock.advance(799);
    expect(state.late).toBe(0);
    await clock.advance(1);

    await expect.poll(() => state.late).toBe(1);
  });

  it("allows one short grace period if the process itself was busy", async () => {
    const { clock, state } = setUp({ lateMs: 900 });

    await clock.advance(1_099);
    expect(state.late).toBe(0);
    await clock.advance(1);

    await expect.poll(() => state.late).toBe(1);
  });

  it("reports nothing if the answer came in the grace period", async () => {
    const { clock, state } = setUp({ lateMs: 900 });

    await clock.advance(1_050);
    state.waits = false;
    await clock.advance(1_000);

    expect(state.late).toBe(0);
  });
});
