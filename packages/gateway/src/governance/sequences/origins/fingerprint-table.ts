const firstSlots = 16;

/**
 * Numbers by fingerprint, in two typed arrays: a `Map` of the same takes five times as much. Never
 * forgets.
 */
export class FingerprintTable {
  #keys = new Float64Array(firstSlots);
  #values = new Uint32Array(firstSlots);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get(key: number): number | undefined {
    const slot = slotOf(this.#keys, key);
    return this.#keys[slot] === key ? this.#values[slot] : undefined;
  }

  set(key: number, value: number): void {
    let slot = slotOf(this.#keys, key);
    if (this.#keys[slot] !== key) {
      this.#size += 1;
      if (this.#size * 4 > this.#keys.length * 3) {
        this.#grow();
        slot = slotOf(this.#keys, key);
      }
    }
    this.#keys[slot] = key;
    this.#values[slot] = value;
  }

  *entries(): Generator<readonly [key: number, value: number]> {
    for (const [slot, key] of this.#keys.entries()) {
      if (key !== 0) yield [key, this.#values[slot] ?? 0];
    }
  }

  #grow(): void {
    const keys = new Float64Array(this.#keys.length * 2);
    const values = new Uint32Array(keys.length);
    for (let at = 0; at < this.#keys.length; at += 1) {
      const key = this.#keys[at] ?? 0;
      if (key === 0) continue;
      const slot = slotOf(keys, key);
      keys[slot] = key;
      values[slot] = this.#values[at] ?? 0;
    }
    this.#keys = keys;
    this.#values = values;
  }
}

/** Fingerprints are spread evenly, so their low bits are a hash already. Zero marks a free slot. */
function slotOf(keys: Float64Array, key: number): number {
  const mask = keys.length - 1;
  let slot = (key >>> 0) & mask;
  while (keys[slot] !== key && keys[slot] !== 0) slot = (slot + 1) & mask;
  return slot;
}
