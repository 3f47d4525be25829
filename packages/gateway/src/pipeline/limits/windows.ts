/** What holds for a time. */
interface Lasting {
  readonly endsAt: number;
}

/** Windows by key. Those that have ended are swept out as others come. */
export interface Windows<W extends Lasting> {
  readonly get: (key: string, now: number) => W | undefined;
  readonly set: (key: string, window: W, now: number) => void;
  readonly clear: () => void;
}

/** Past `most` the oldest is forgotten, however long it would have lasted. */
export function createWindows<W extends Lasting>(most: number): Windows<W> {
  const windows = new Map<string, W>();
  let sweepAt = most;

  // Half of what is left must be new before it is worth looking at all of them again.
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
