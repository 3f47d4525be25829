import { describe, expect, it } from "vitest";
import { StoreError } from "../store-error.ts";
import { createPatience } from "./patience.ts";

// Ten milliseconds pass whenever somebody looks.
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

describe("patience", () => {
  it("tries again until nobody else holds the file", () => {
    const patiently = createPatience(createHurriedClock(), 1_000);

    expect(patiently(failing(3, new StoreError("locked")))).toBe(4);
  });

  it("ends, with the reason", () => {
    const patiently = createPatience(createHurriedClock(), 50);

    expect(() => patiently(failing(Infinity, new StoreError("locked")))).toThrow(/locked/);
  });

  it("is short for whoever comes after one that waited in vain, until somebody gets through", () => {
    const patiently = createPatience(createHurriedClock(), 200);
    const triesInVain = (): number => {
      let tries = 0;
      const locked = (): void => {
        tries += 1;
        throw new StoreError("locked");
      };
      expect(() => patiently(locked)).toThrow(/locked/);
      return tries;
    };

    expect([triesInVain(), triesInVain()]).toEqual([20, 2]);
    expect(patiently(() => "through")).toBe("through");
    expect(triesInVain()).toBe(20);
  });

  it("waits for nothing that time does not heal", () => {
    const patiently = createPatience(createHurriedClock(), 1_000);

    expect(() => patiently(failing(1, new StoreError("full")))).toThrow(/full/);
  });
});
