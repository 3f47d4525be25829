const dayMs = 86_400_000;

/** A span of time: a whole day for a date, an instant for a date with a time. */
export interface Span {
  readonly start: number;
  /** The first instant after the span. */
  readonly end: number;
}

const isoDate =
  /^(?<day>\d{4}-\d{2}-\d{2})(?<time>T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/;

/**
 * Reads `2027-03-01` as that day in UTC and `2027-03-01T12:00:00Z` as that instant. Undefined for
 * anything else.
 *
 * @example
 * ```ts
 * readIsoDate("2027-03-01"); // { start: 1803859200000, end: 1803945600000 }
 * readIsoDate("2027-02-31"); // undefined
 * ```
 */
export function readIsoDate(text: string): Span | undefined {
  const groups = isoDate.exec(text)?.groups;
  if (groups === undefined || !isOnCalendar(groups["day"] ?? "")) return undefined;
  const start = Date.parse(text);
  if (Number.isNaN(start)) return undefined;
  return { start, end: groups["time"] === undefined ? start + dayMs : start };
}

/**
 * Counts the days from the day of `now` to the day of a span. Negative if the span has passed.
 *
 * @example
 * ```ts
 * const removal = readIsoDate("2027-03-01");
 * if (removal !== undefined) daysUntil(removal, Date.UTC(2027, 1, 27)); // 2
 * ```
 */
export function daysUntil({ start }: Span, now: number): number {
  return Math.floor(start / dayMs) - Math.floor(now / dayMs);
}

// `Date.parse` reads February 31 as March 3.
function isOnCalendar(day: string): boolean {
  const parsed = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(day);
}
