import type { Share } from "./shares.ts";
import type { Wanted } from "./slots.ts";

/** A waiting call. */
export interface Waiter {
  readonly wanted: Wanted;
  /** Refuses it in favor of another owner. */
  readonly evict: () => void;
}

/** The place of a principal among those that take turns. */
interface Turn {
  /** The number of calls served when it was last served, or when it came. */
  servedAt: number;
  lines: number;
}

/** The waiting calls of one principal to one tool. They all need the same slot. */
interface Line<W> {
  readonly key: string;
  readonly wanted: Wanted;
  readonly turn: Turn;
  /** With the number of each in the whole queue. */
  readonly waiters: Map<W, number>;
}

interface Head<W> {
  readonly waiter: W;
  readonly number: number;
  readonly line: Line<W>;
}

/**
 * Waiting calls by principal and tool. The owner with the fewest running calls is next. Its
 * principals take turns, and the calls of each are first in, first out.
 */
export class Lines<W extends Waiter> {
  readonly #lines = new Map<string, Line<W>>();
  readonly #turns = new Map<string, Turn>();
  #served = 0;
  #added = 0;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(waiter: W): void {
    const { wanted } = waiter;
    const line = this.#lines.get(keyOf(wanted)) ?? this.#begin(wanted);
    line.waiters.set(waiter, this.#added);
    wanted.of.share.waiting += 1;
    this.#added += 1;
    this.#size += 1;
  }

  remove(waiter: W): void {
    const line = this.#lines.get(keyOf(waiter.wanted));
    if (line?.waiters.delete(waiter) !== true) return;
    waiter.wanted.of.share.waiting -= 1;
    this.#size -= 1;
    if (line.waiters.size > 0) return;
    this.#lines.delete(line.key);
    line.turn.lines -= 1;
    if (line.turn.lines === 0) this.#turns.delete(principalOf(line.wanted));
  }

  /** Removes a call that got its slot. The turn passes to other principals. */
  serve(waiter: W): void {
    const turn = this.#turns.get(principalOf(waiter.wanted));
    this.#served += 1;
    if (turn !== undefined) turn.servedAt = this.#served;
    this.remove(waiter);
  }

  /** Returns the number of waiting calls of each tool. */
  byTool(): ReadonlyMap<string, number> {
    const found = new Map<string, number>();
    for (const { wanted, waiters } of this.#lines.values()) {
      const { publicName } = wanted.tool;
      found.set(publicName, (found.get(publicName) ?? 0) + waiters.size);
    }
    return found;
  }

  /** Returns whether a call waits for the same slot. */
  has(wanted: Wanted): boolean {
    return this.#lines.values().some((line) => isAlike(line.wanted, wanted));
  }

  /**
   * Returns the first call of each line, the next to be served first. With `wanted` only those that
   * need the same slot.
   */
  inOrder(wanted?: Wanted): readonly W[] {
    const heads: Head<W>[] = [];
    for (const line of this.#lines.values()) {
      if (wanted !== undefined && !isAlike(line.wanted, wanted)) continue;
      const [first] = line.waiters;
      if (first !== undefined) heads.push({ waiter: first[0], number: first[1], line });
    }
    return heads.toSorted(compare).map(({ waiter }) => waiter);
  }

  /**
   * Returns the last call of the owner with the most waiting calls, for an owner with fewer.
   * Undefined if there is no such owner.
   */
  surplus(asking: Share): W | undefined {
    let largest: Line<W> | undefined;
    for (const line of this.#lines.values()) {
      if (largest === undefined || isLarger(line, largest)) largest = line;
    }
    if (largest === undefined || largest.wanted.of.share.waiting <= asking.waiting + 1) {
      return undefined;
    }
    return [...largest.waiters.keys()].at(-1);
  }

  #begin(wanted: Wanted): Line<W> {
    const principal = principalOf(wanted);
    const turn = this.#turns.get(principal) ?? { servedAt: this.#served, lines: 0 };
    turn.lines += 1;
    this.#turns.set(principal, turn);
    const line = { key: keyOf(wanted), wanted, turn, waiters: new Map<W, number>() };
    this.#lines.set(line.key, line);
    return line;
  }
}

function compare<W>(a: Head<W>, b: Head<W>): number {
  return (
    a.line.wanted.of.share.running - b.line.wanted.of.share.running ||
    a.line.turn.servedAt - b.line.turn.servedAt ||
    a.number - b.number
  );
}

function isLarger<W>(a: Line<W>, b: Line<W>): boolean {
  const more = a.wanted.of.share.waiting - b.wanted.of.share.waiting;
  return more > 0 || (more === 0 && a.waiters.size > b.waiters.size);
}

function keyOf({ tool, isInside, principal }: Wanted): string {
  return JSON.stringify([tool.publicName, isInside, principal.id, principal.tenant]);
}

/** Principals of two tenants may have the same id. */
function principalOf({ principal }: Wanted): string {
  return JSON.stringify([principal.id, principal.tenant]);
}

function isAlike(a: Wanted, b: Wanted): boolean {
  return a.tool.publicName === b.tool.publicName && a.isInside === b.isInside;
}
