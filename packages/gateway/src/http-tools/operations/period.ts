import { type JsonObject, valueAt } from "@toolcourt/sdk";
import type { Period } from "../drafts/draft.ts";
import { Unsendable } from "./unsendable.ts";

const dayMs = 86_400_000;

/**
 * Refuses a period that is no period, or too long. A schema judges each day alone, and only its
 * form: 2026-02-31 matches every pattern of a date.
 */
export function checkPeriod({ from, to, maxDays }: Period, given: JsonObject): void {
  const [first, last] = [dayAt(given, from), dayAt(given, to)];
  if (first === undefined || last === undefined) return;
  if (last < first) throw new Unsendable(nameOf(to), `a day that is not before ${nameOf(from)}`);
  if ((last - first) / dayMs + 1 > maxDays) {
    const expected = `a day within ${maxDays} days of ${nameOf(from)}, both included`;
    throw new Unsendable(nameOf(to), expected);
  }
}

/** Returns the begin of a day in UTC, or undefined if the argument is missing. */
function dayAt(given: JsonObject, pointer: string): number | undefined {
  const text = valueAt(given, pointer);
  if (text === undefined) return undefined;
  const at = typeof text === "string" ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  // The parser takes the 31st of a shorter month for a day of the next.
  if (!Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === text) return at;
  throw new Unsendable(nameOf(pointer), "a day of the calendar, such as 2026-07-31");
}

function nameOf(pointer: string): string {
  return pointer.slice(1);
}
