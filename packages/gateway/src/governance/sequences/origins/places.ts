import type { Sighting } from "../question.ts";

/** A call, as far as a sighting names it. */
export type SightedCall = Omit<Sighting, "pointer">;

interface Place {
  readonly call: SightedCall;
  readonly first: number;
  /** Joined: one string takes less than one for each field. */
  readonly pointers: string;
}

const maxTexts = 1_000;

/** Where values were seen, by number. */
export class Places {
  readonly #places: Place[] = [];
  readonly #texts = new Map<string, string>();
  #next = 0;

  /** Adds the fields of a call. Returns the number of the first one. */
  add(call: SightedCall, pointers: readonly string[]): number {
    const first = this.#next;
    const { tool, call: id, at } = call;
    this.#places.push({
      call: { tool, call: id, at },
      first,
      pointers: this.#shared(pointers.join("\n")),
    });
    this.#next += Math.max(1, pointers.length);
    return first;
  }

  /** Results of one tool mostly have the same fields. */
  #shared(pointers: string): string {
    const known = this.#texts.get(pointers);
    if (known === undefined && this.#texts.size < maxTexts) this.#texts.set(pointers, pointers);
    return known ?? pointers;
  }

  /** The call of a place. Two places of one call give the same object. */
  callOf(place: number): SightedCall | undefined {
    return this.#find(place)?.call;
  }

  sightingOf(place: number): Sighting | undefined {
    const found = this.#find(place);
    if (found === undefined) return undefined;
    const { tool, call, at } = found.call;
    return { tool, pointer: lineOf(found.pointers, place - found.first), call, at };
  }

  #find(place: number): Place | undefined {
    let from = 0;
    let until = this.#places.length;
    while (until - from > 1) {
      const middle = (from + until) >> 1;
      if ((this.#places[middle]?.first ?? 0) <= place) from = middle;
      else until = middle;
    }
    return this.#places[from];
  }
}

function lineOf(text: string, line: number): string {
  let start = 0;
  for (let at = 0; at < line; at += 1) start = text.indexOf("\n", start) + 1;
  const end = text.indexOf("\n", start);
  return end === -1 ? text.slice(start) : text.slice(start, end);
}
