import type { Sensitivity } from "@toolcourt/sdk";
import type { OriginEntry, SeenField } from "./entry.ts";
import { FingerprintTable } from "./fingerprint-table.ts";
import { eachFingerprint } from "./fingerprints.ts";
import { Places, type SightedCall } from "./places.ts";

export interface SeenBounds {
  /** Of results and texts. Above this, their origins become unknown. */
  readonly maxAtoms: number;
  /** Of the person's words. Later ones are not remembered, so they are not the person's. */
  readonly maxOwnAtoms: number;
}

/** What a history has seen, as entries say it. Any order of the same entries gives the same state. */
export class SeenAtoms {
  readonly #own = new FingerprintTable();
  readonly #others = new FingerprintTable();
  readonly #places = new Places();
  readonly #labels = new Set<Sensitivity>();
  readonly #kinds = new Set<string>();
  readonly #bounds: SeenBounds;
  #isCut = false;

  constructor(bounds: SeenBounds) {
    this.#bounds = bounds;
  }

  /** Sensitive kinds of data that were read. */
  get labels(): ReadonlySet<Sensitivity> {
    return this.#labels;
  }

  /** Names of contracts' kinds of first-party values. */
  get kinds(): ReadonlySet<string> {
    return this.#kinds;
  }

  /** True once something could not be remembered. Then only the person's own words are known. */
  get isCut(): boolean {
    return this.#isCut;
  }

  get size(): number {
    return this.#own.size + this.#others.size;
  }

  isOwn(key: number): boolean {
    return this.#own.get(key) !== undefined;
  }

  placeOf(key: number): number | undefined {
    return this.#others.get(key);
  }

  /** The places of all atoms. */
  get places(): Pick<Places, "callOf" | "sightingOf"> {
    return this.#places;
  }

  apply(entry: OriginEntry): void {
    const call = { tool: entry.tool, call: entry.call, at: entry.at };
    let place = this.#places.add(
      call,
      entry.fields.map(([pointer]) => pointer),
    );
    for (const field of entry.fields) {
      this.#applyField(field, place, call);
      place += 1;
    }
    for (const label of entry.labels ?? []) this.#labels.add(label);
    // An entry of the person's words that is cut leaves out words only.
    if (entry.isCut === true) this.#isCut = true;
  }

  #applyField([, voice, atoms, kind]: SeenField, place: number, call: SightedCall): void {
    if (kind !== undefined) this.#kinds.add(kind);
    if (voice === "unknown") return;
    if (voice === "user") eachFingerprint(atoms, (key) => this.#addOwn(key, place));
    else eachFingerprint(atoms, (key) => this.#addOther(key, place, call));
  }

  #addOwn(key: number, place: number): void {
    if (this.#own.size < this.#bounds.maxOwnAtoms) this.#own.set(key, place);
  }

  #addOther(key: number, place: number, { at }: SightedCall): void {
    const known = this.#others.get(key);
    if (known === undefined && this.#others.size >= this.#bounds.maxAtoms) {
      this.#isCut = true;
      return;
    }
    // The first sighting counts, whatever the order in which entries arrive.
    const isEarlier = known === undefined || (this.#places.callOf(known)?.at ?? 0) > at;
    if (isEarlier) this.#others.set(key, place);
  }
}
