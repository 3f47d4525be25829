import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { createWindows } from "./windows.ts";

export interface RateLimit {
  readonly most: number;
  readonly windowMs: number;
}

export type Take =
  | { readonly taken: true }
  | { readonly taken: false; readonly retryAfterMs: number };

/** The remainder of an allowance, and its end. */
export interface Window {
  left: number;
  readonly endsAt: number;
}

const taken: Take = { taken: true };

/** Counts in one process. */
interface LocalRate {
  readonly take: (key: string, limit: RateLimit) => Take;
  readonly clear: () => void;
}

export function takeFrom(window: Window, now: number): Take {
  if (window.left === 0) {
    return { taken: false, retryAfterMs: Math.max(1, Math.ceil(window.endsAt - now)) };
  }
  window.left -= 1;
  return taken;
}

export function createLocalRate(clock: Clock, maxKeys: number): LocalRate {
  const windows = createWindows<Window>(maxKeys);

  return {
    take: (key, { most, windowMs }) => {
      const now = clock.monotonic();
      const known = windows.get(key, now);
      if (known !== undefined) return takeFrom(known, now);
      const fresh = { left: most, endsAt: now + windowMs };
      windows.set(key, fresh, now);
      return takeFrom(fresh, now);
    },
    clear: windows.clear,
  };
}
