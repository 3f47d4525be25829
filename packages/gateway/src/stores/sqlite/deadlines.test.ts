import { describe, expect, it } from "vitest";
import { StoreError } from "../store-error.ts";
import { createRetry } from "./deadlines.ts";

// Advances ten milliseconds at every read.
function createHurriedClock() {
  let now = 0;
  return {
    monotonic: () => {
      now += 10;
      return now;
    },
  };
}

function failing(times: number, error: Error) {
  let tries = 0;
  return () => {
    tries += 1;
    if (tries <= times) throw error;
    return tries;
  };
}

describe("createRetry", () => {
  it("retries until the file is unlocked", () => {
    const retry = createRetry(createHurriedClock(), 1_000);

    expect(retry(failing(3, new StoreError("locked")))).toBe(4);
  });

  it("gives up with the reason", () => {
    const retry = createRetry(createHurriedClock(), 50);

    expect(() => retry(failing(Infinity, new StoreError("locked")))).toThrow(/holds the lock/);
  });

  it("is short after a wait in vain, until an attempt succeeds", () => {
    const retry = createRetry(createHurriedClock(), 200);
    const triesInVain = (): number => {
      let tries = 0;
      const locked = (): void => {
        tries += 1;
        throw new StoreError("locked");
      };
      expect(() => retry(locked)).toThrow(/holds the lock/);
      return tries;
    };

    expect([triesInVain(), triesInVain()]).toEqual([20, 2]);
    expect(retry(() => "through")).toBe("through");
    expect(triesInVain()).toBe(20);
  });

  it("does not retry a permanent fault", () => {
    const retry = createRetry(createHurriedClock(), 1_000);

    expect(() => retry(failing(1, new StoreError("full")))).toThrow(/full/);
  });
});
