import type { Clock } from "../kernel/clock.ts";

export interface Remembered<T> {
  readonly read: () => Promise<T>;
  readonly forget: () => void;
}

export interface RememberOptions<T> {
  readonly clock: Clock;
  /** Shared by all who read at the same time, so it belongs to none of them and has its own deadline. */
  readonly load: () => Promise<T>;
  readonly goodForMs: (value: T) => number;
}

interface Kept<T> {
  readonly value: Promise<T>;
  until: number;
}

/** Loads once, for everybody who wants it in the next while. What is forgotten while it loads is not kept. */
export function createRemembered<T>(options: RememberOptions<T>): Remembered<T> {
  const { clock, load, goodForMs } = options;
  let kept: Kept<T> | undefined;

  const start = (): Kept<T> => {
    const started: Kept<T> = { value: load(), until: Number.POSITIVE_INFINITY };
    void settled(started);
    return started;
  };

  const settled = async (started: Kept<T>): Promise<void> => {
    try {
      const value = await started.value;
      started.until = clock.monotonic() + goodForMs(value);
    } catch {
      started.until = 0;
    }
  };

  return {
    read: () => {
      if (kept === undefined || clock.monotonic() >= kept.until) kept = start();
      return kept.value;
    },
    forget: () => {
      kept = undefined;
    },
  };
}
