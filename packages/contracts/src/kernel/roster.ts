/** Live entries by number. */
export interface Roster<Member> {
  readonly get: (number: number) => Member | undefined;
  readonly has: (number: number) => boolean;
  readonly set: (number: number, member: Member) => void;
  /** Returns the removed member. */
  readonly remove: (number: number) => Member | undefined;
  readonly numbers: () => Iterable<number>;
  readonly values: () => Iterable<Member>;
}

interface Place<Member> {
  member: Member | undefined;
}

/**
 * A `Map` for members with high turnover. V8 replaces a map's table now and then, and an old table
 * points to the next. Once one is in the old generation, all later ones stay until a full garbage
 * collection, with all their members. So the table holds only boxes, and a box is emptied when its
 * member leaves.
 */
export function createRoster<Member>(): Roster<Member> {
  const places = new Map<number, Place<Member>>();
  return {
    get: (number) => places.get(number)?.member,
    has: (number) => places.has(number),
    set: (number, member) => {
      places.set(number, { member });
    },
    remove: (number) => {
      const place = places.get(number);
      if (place === undefined) return undefined;
      places.delete(number);
      const { member } = place;
      place.member = undefined;
      return member;
    },
    numbers: () => places.keys(),
    *values() {
      for (const { member } of places.values()) if (member !== undefined) yield member;
    },
  };
}
