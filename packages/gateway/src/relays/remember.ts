import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";

export interface Remembered<T> {
  readonly read: () => Promise<T>;
  readonly forget: () => void;
}

export interface RememberOptions<T> {
  readonly clock: Clock;
  /** Shared by concurrent readers, so it takes no caller's signal and has its own deadline. */
  readonly load: () => Promise<T>;
  readonly goodForMs: (value: T) => number;
  /** Whether an expired value is still returned until the next one is loaded. */
  readonly isStopgap: (value: T) => boolean;
}

interface Kept<T> {
  readonly value: Promise<T>;
  until: number;
  isStopgap: boolean;
}

/**
 * Caches one loaded value for concurrent and later readers. A value forgotten while loading is not
 * kept.
 */
export function createRemembered<T>(options: RememberOptions<T>): Remembered<T> {
  const { clock, load, goodForMs, isStopgap } = options;
  let kept: Kept<T> | undefined;

  const start = (): Kept<T> => {
    const until = Number.POSITIVE_INFINITY;
    const started: Kept<T> = { value: load(), until, isStopgap: false };
    void settled(started);
    return started;
  };

  const settled = async (started: Kept<T>): Promise<void> => {
    try {
      const value = await started.value;
      started.until = clock.monotonic() + goodForMs(value);
      started.isStopgap = isStopgap(value);
    } catch {
      started.until = 0;
    }
  };

  const replace = async (old: Kept<T>): Promise<void> => {
    // Prevents a second load while this one runs.
    old.until = Number.POSITIVE_INFINITY;
    const next = start();
    await next.value.catch(() => undefined);
    if (kept === old) kept = next;
  };

  return {
    read: () => {
      const known = kept;
      const isGood = known !== undefined && clock.monotonic() < known.until;
      if (isGood) return known.value;
      if (known?.isStopgap === true) {
        void replace(known);
        return known.value;
      }
      kept = start();
      return kept.value;
    },
    forget: () => {
      kept = undefined;
    },
  };
}
