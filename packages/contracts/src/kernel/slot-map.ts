interface Slot<Value> {
  value: Value | undefined;
}

/**
 * Live entries by number: a `Map` for a high turnover. V8 replaces a map's table now and then, and
 * an old table points to the next. Once one is in the old generation, all later ones stay until a
 * full garbage collection, with all their values. So the table holds only slots, and a slot is
 * emptied when its value is removed.
 */
export class SlotMap<Value> {
  readonly #slots = new Map<number, Slot<Value>>();

  get(number: number): Value | undefined {
    return this.#slots.get(number)?.value;
  }

  has(number: number): boolean {
    return this.#slots.has(number);
  }

  set(number: number, value: Value): void {
    this.#slots.set(number, { value });
  }

  /** Returns the removed value. */
  remove(number: number): Value | undefined {
    const slot = this.#slots.get(number);
    if (slot === undefined) return undefined;
    this.#slots.delete(number);
    const { value } = slot;
    slot.value = undefined;
    return value;
  }

  numbers(): Iterable<number> {
    return this.#slots.keys();
  }

  *values(): Iterable<Value> {
    for (const { value } of this.#slots.values()) if (value !== undefined) yield value;
  }
}
