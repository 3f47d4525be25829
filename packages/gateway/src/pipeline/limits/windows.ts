/** A value with an end. */
interface Lasting {
  readonly endsAt: number;
}

/**
 * Windows by key. Expired ones are removed as others are added. Beyond `max` the oldest is dropped,
 * even before its end.
 */
export class Windows<W extends Lasting> {
  readonly #windows = new Map<string, W>();
  readonly #max: number;
  #sweepAt: number;

  constructor(max: number) {
    this.#max = max;
    this.#sweepAt = max;
  }

  get(key: string, now: number): W | undefined {
    const window = this.#windows.get(key);
    return window === undefined || window.endsAt <= now ? undefined : window;
  }

  set(key: string, window: W, now: number): void {
    this.#windows.delete(key);
    this.#windows.set(key, window);
    if (this.#windows.size > this.#sweepAt) this.#sweep(now);
  }

  clear(): void {
    this.#windows.clear();
  }

  // Sweeps again only after half of `most` was added, to amortize the scan.
  #sweep(now: number): void {
    const [windows, max] = [this.#windows, this.#max];
    for (const [key, { endsAt }] of windows) if (endsAt <= now) windows.delete(key);
    for (const key of windows.keys()) {
      if (windows.size <= max) break;
      windows.delete(key);
    }
    this.#sweepAt = Math.min(2 * max, windows.size + Math.ceil(max / 2));
  }
}
