import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import { TimeoutError, withTimeout } from "./with-timeout.ts";

function setUp() {
  const clock = createFakeClock();
  const caller = new AbortController();
  const seen: AbortSignal[] = [];
  const deaf = withTimeout({ clock, ms: 500, signal: caller.signal }, (signal) => {
    seen.push(signal);
    return new Promise(() => undefined);
  });
  deaf.catch(() => undefined);
  return { clock, caller, seen, deaf };
}

describe("withTimeout", () => {
  it("gives up on work that never ends and ignores its signal", async () => {
    const { clock, deaf, seen } = setUp();

    await clock.advance(500);

    await expect(deaf).rejects.toBeInstanceOf(TimeoutError);
    expect(seen[0]?.aborted).toBe(true);
  });

  it("throws the caller's abort reason when the caller cancels", async () => {
    const { caller, deaf, seen } = setUp();
    const reason = new Error("gone");

    caller.abort(reason);

    await expect(deaf).rejects.toBe(reason);
    expect(seen[0]?.aborted).toBe(true);
  });

  it("starts nothing if already aborted", async () => {
    let started = false;
    const work = async (): Promise<void> => {
      started = true;
    };
    const timeout = { clock: createFakeClock(), ms: 1, signal: AbortSignal.abort() };

    await expect(withTimeout(timeout, work)).rejects.toThrow("aborted");
    expect(started).toBe(false);
  });

  it("returns results that arrive in time", async () => {
    const timeout = { clock: createFakeClock(), ms: 500 };

    await expect(withTimeout(timeout, async () => "sunny")).resolves.toBe("sunny");
  });
});
