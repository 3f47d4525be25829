import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { Windows } from "./windows.ts";

export interface RateLimit {
  readonly max: number;
  readonly windowMs: number;
}

export type Take =
  | { readonly taken: true }
  | { readonly taken: false; readonly retryAfterMs: number };

/** Counts in this process, or across all that share a store. */
export interface Rate {
  /** Takes one unit of a key's window. */
  readonly take: (key: string, limit: RateLimit) => Take | Promise<Take>;
  /** Returns whether this process knows that a key's window is used up. Takes nothing. */
  readonly peek: (key: string) => Take;
}

/** The remainder of an allowance, and its end. */
export interface Window {
  left: number;
  readonly endsAt: number;
}

const taken: Take = { taken: true };

export function takeFrom(window: Window, now: number): Take {
  if (window.left === 0) {
    return { taken: false, retryAfterMs: Math.max(1, Math.ceil(window.endsAt - now)) };
  }
  window.left -= 1;
  return taken;
}

/** Returns what a take would return, as far as a window tells. */
export function peekInto(window: Window | undefined, now: number, isUsedUp = true): Take {
  return window === undefined || !isUsedUp || window.left > 0 ? taken : takeFrom(window, now);
}

/** Counts in one process. */
export class LocalRate implements Rate {
  readonly #clock: Clock;
  readonly #windows: Windows<Window>;

  constructor(clock: Clock, maxKeys: number) {
    this.#clock = clock;
    this.#windows = new Windows(maxKeys);
  }

  take(key: string, { max, windowMs }: RateLimit): Take {
    const now = this.#clock.monotonic();
    const known = this.#windows.get(key, now);
    if (known !== undefined) return takeFrom(known, now);
    const fresh = { left: max, endsAt: now + windowMs };
    this.#windows.set(key, fresh, now);
    return takeFrom(fresh, now);
  }

  peek(key: string): Take {
    const now = this.#clock.monotonic();
    return peekInto(this.#windows.get(key, now), now);
  }

  clear(): void {
    this.#windows.clear();
  }
}
