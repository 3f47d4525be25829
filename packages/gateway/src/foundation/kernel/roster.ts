/** Those who are there at the moment, by number. */
export interface Roster<Member> {
  readonly get: (number: number) => Member | undefined;
  readonly has: (number: number) => boolean;
  readonly set: (number: number, member: Member) => void;
  /** Gives back who was there. */
  readonly remove: (number: number) => Member | undefined;
  readonly numbers: () => Iterable<number>;
  readonly values: () => Iterable<Member>;
}

interface Place<Member> {
  member: Member | undefined;
}

/**
 * Like a `Map`, for members that come and go all the time. V8 gives a map a new table every so often,
 * and an old table leads to the next: once one has grown old, all that followed stay until memory is
 * collected as a whole, with everybody who was in them. So nobody is in a table here, only places are,
 * and a place is empty when its member has gone.
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
