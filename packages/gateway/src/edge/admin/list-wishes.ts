// Keys that the queries of several lists have.

/** Reads a time such as 2026-11-01T12:00:00Z. */
export function timeIn<Wanted>(value: string, wish: (at: number) => Wanted): Wanted | undefined {
  const at = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? undefined : wish(at);
}

export function limitIn(value: string, most: number): { readonly max: number } | undefined {
  const max = /^\d{1,4}$/.test(value) ? Number(value) : 0;
  return max >= 1 && max <= most ? { max } : undefined;
}

/** An item of a list that is sorted by time and id. */
export interface ListPlace {
  readonly at: number;
  readonly id: string;
}

/** Reads the place behind which a page begins. */
export function cursorIn(value: string): { readonly behind: ListPlace } | undefined {
  const [, at, id] = /^(\d{1,15})-([\w.-]{1,64})$/.exec(value) ?? [];
  return id === undefined ? undefined : { behind: { at: Number(at), id } };
}

/** Returns the cursor for the items behind this one. */
export function cursorOf({ at, id }: ListPlace): string {
  return `${at}-${id}`;
}
