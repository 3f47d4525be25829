/** A value with an end. */
interface Lasting {
  readonly endsAt: number;
}

/** Windows by key. Expired ones are removed as others are added. */
export interface Windows<W extends Lasting> {
  readonly get: (key: string, now: number) => W | undefined;
  readonly set: (key: string, window: W, now: number) => void;
  readonly clear: () => void;
}

/** Creates windows. Beyond `most` the oldest is dropped, even before its end. */
export function createWindows<W extends Lasting>(most: number): Windows<W> {
  const windows = new Map<string, W>();
  let sweepAt = most;

  // Sweeps again only after half of `most` was added, to amortize the scan.
  const sweep = (now: number): void => {
    for (const [key, { endsAt }] of windows) if (endsAt <= now) windows.delete(key);
    for (const key of windows.keys()) {
      if (windows.size <= most) break;
      windows.delete(key);
    }
    sweepAt = Math.min(2 * most, windows.size + Math.ceil(most / 2));
  };

  return {
    get: (key, now) => {
      const window = windows.get(key);
      return window === undefined || window.endsAt <= now ? undefined : window;
    },
    set: (key, window, now) => {
      windows.delete(key);
      windows.set(key, window);
      if (windows.size > sweepAt) sweep(now);
    },
    clear: () => windows.clear(),
  };
}
