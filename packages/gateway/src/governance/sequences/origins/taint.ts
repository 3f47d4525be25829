import type { Sighting } from "../question.ts";
import type { OriginEntry } from "./entry.ts";
import { FingerprintTable } from "./fingerprint-table.ts";
import { eachFingerprint } from "./fingerprints.ts";
import { Places } from "./places.ts";

const taintLastsMs = 30 * 24 * 60 * 60 * 1_000;

export interface Tainted {
  readonly origin: "third-party" | "unknown";
  readonly seen: Sighting | undefined;
}

/**
 * Values that calls of a tenant wrote, and that neither its people, its operator nor its own systems
 * had named. Whatever field returns one later, it is not first-party.
 */
export class Taint {
  readonly #maxAtoms: number;
  #table = new FingerprintTable();
  #places = new Places();
  /** Until then, some taint is not remembered, so no value is known to be free of it. */
  #fullUntil = 0;

  constructor(maxAtoms = 1_000_000) {
    this.#maxAtoms = maxAtoms;
  }

  /** True while some taint could not be remembered. */
  isFull(now: number): boolean {
    return now < this.#fullUntil;
  }

  find(key: number, now: number): Tainted | undefined {
    const value = this.#table.get(key);
    if (value === undefined) return undefined;
    const seen = this.#places.sightingOf(value >>> 1);
    if (seen === undefined || seen.at + taintLastsMs <= now) return undefined;
    return { origin: value % 2 === 1 ? "third-party" : "unknown", seen };
  }

  apply(entry: OriginEntry): void {
    const call = { tool: entry.tool, call: entry.call, at: entry.at };
    const pointers = entry.fields.map(([pointer]) => pointer);
    const first = this.#places.add(call, pointers);
    for (const [at, [, voice, atoms]] of entry.fields.entries()) {
      const value = (first + at) * 2 + (voice === "third-party" ? 1 : 0);
      eachFingerprint(atoms, (key) => this.#add(key, value, entry.at));
    }
    if (entry.isCut === true) this.#overflow(entry.at);
  }

  /** The last write counts for the end, and a stranger's value stays one. */
  #add(key: number, value: number, at: number): void {
    const known = this.#table.get(key);
    if (known === undefined && this.#table.size >= this.#maxAtoms) {
      this.#overflow(at);
      return;
    }
    const isLater = known === undefined || (this.#places.callOf(known >>> 1)?.at ?? 0) <= at;
    const latest = isLater ? value : known;
    this.#table.set(key, (latest & ~1) | (value & 1) | ((known ?? 0) & 1));
  }

  #overflow(at: number): void {
    this.#fullUntil = Math.max(this.#fullUntil, at + taintLastsMs);
  }

  /** Frees the room of taint whose time is over. */
  forgetBefore(now: number): void {
    const table = new FingerprintTable();
    const places = new Places();
    for (const [key, value] of this.#table.entries()) {
      const seen = this.#places.sightingOf(value >>> 1);
      if (seen === undefined || seen.at + taintLastsMs <= now) continue;
      table.set(key, places.add(seen, [seen.pointer]) * 2 + (value & 1));
    }
    this.#table = table;
    this.#places = places;
  }
}
