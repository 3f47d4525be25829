import { rangeOf } from "./words.ts";

/** A date in a text. */
export interface NamedDay {
  readonly iso: string;
  readonly start: number;
  readonly end: number;
}

const months =
  "january february march april may june july august september october november december".split(
    " ",
  );
const month = `(?<month>${months.map((name) => `${name}|${name.slice(0, 3)}\\.?`).join("|")}|sept\\.?)`;
const day = "(?<day>\\d{1,2})(?:st|nd|rd|th)?";
const year = "(?<year>\\d{4})";

const forms: readonly RegExp[] = [
  /\b(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})\b/giu,
  new RegExp(`\\b${month}\\s+${day},?\\s+${year}\\b`, "giu"),
  new RegExp(`\\b${day}(?:\\s+of)?\\s+${month},?\\s+${year}\\b`, "giu"),
  /\b(?<first>\d{1,2})\/(?<second>\d{1,2})\/(?<year>\d{4})\b/giu,
];

const relative: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tomorrow: 1 };

/** Returns the full dates in a text. Omits dates without a year: the year would be a guess. */
export function daysIn(text: string, today: string | undefined): readonly NamedDay[] {
  const written = forms.flatMap((form) =>
    [...text.matchAll(form)].flatMap((match) => {
      const iso = isoOf(match.groups ?? {});
      return iso === undefined ? [] : [{ iso, ...rangeOf(match) }];
    }),
  );
  return [...written, ...relativeDays(text, today)].toSorted((a, b) => a.start - b.start);
}

function relativeDays(text: string, today: string | undefined): readonly NamedDay[] {
  if (today === undefined) return [];
  return [...text.matchAll(/\b(?:yesterday|today|tomorrow)\b/giu)].map((match) => {
    const moved = new Date(`${today}T00:00:00Z`);
    moved.setUTCDate(moved.getUTCDate() + (relative[match[0].toLowerCase()] ?? 0));
    return { iso: moved.toISOString().slice(0, 10), ...rangeOf(match) };
  });
}

type Groups = Readonly<Record<string, string | undefined>>;

function isoOf(groups: Groups): string | undefined {
  const [monthNumber, dayNumber] = groups["first"] === undefined ? named(groups) : slashed(groups);
  const iso = `${groups["year"] ?? ""}-${padded(monthNumber)}-${padded(dayNumber)}`;
  const parsed = new Date(`${iso}T00:00:00Z`);
  // An invalid date parses as another date, or as none.
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(iso) ? iso : undefined;
}

function named({ month: written = "", day: dayOf = "" }: Groups): [number, number] {
  const index = months.findIndex((name) => name.startsWith(written.toLowerCase().slice(0, 3)));
  return [/^\d/.test(written) ? Number(written) : index + 1, Number(dayOf)];
}

/** 3/4/2022 is ambiguous between countries. It is one date only if one number cannot be a month. */
function slashed({ first = "", second = "" }: Groups): [number, number] {
  const [a, b] = [Number(first), Number(second)];
  if (a === b || b > 12) return [a, b];
  return a > 12 ? [b, a] : [Number.NaN, Number.NaN];
}

function padded(value: number): string {
  return String(value).padStart(2, "0");
}
