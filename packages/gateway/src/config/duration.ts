import { shown } from "@toolcourt/contracts/internal/documents/wording";
import { Temporal } from "temporal-polyfill";
import { z } from "zod";

const what = "an ISO 8601 duration such as PT30S (30 seconds) or PT5M (5 minutes)";

const dayMs = 24 * 60 * 60 * 1000;

interface MaxDuration {
  readonly ms: number;
  readonly problem: string;
}

// The maximum of timers. A longer one would fire at once.
const timer: MaxDuration = {
  ms: 24 * dayMs,
  problem: "Expected at most 24 days, the longest that a timer can wait.",
};
const long: MaxDuration = { ms: 3650 * dayMs, problem: "Expected at most 3650 days." };

/** A duration in the file, converted to milliseconds. */
export const duration = durationUpTo(timer);

/** A retention period in milliseconds. May exceed the maximum of timers. */
export const age = durationUpTo(long);

function durationUpTo(max: MaxDuration): z.ZodPipe<z.ZodString, z.ZodTransform<number, string>> {
  return z.string({ error: ({ input }) => notADuration(input) }).transform((text, context) => {
    const reading = readDuration(text, max);
    if (reading.kind === "read") return reading.ms;
    context.addIssue({ code: "custom", message: reading.problem });
    return z.NEVER;
  });
}

type Reading =
  | { readonly kind: "read"; readonly ms: number }
  | { readonly kind: "refused"; readonly problem: string };

export function readDuration(text: string, max: MaxDuration = timer): Reading {
  const parsed = parse(text);
  if (parsed === undefined) return refused(notADuration(text));
  if (parsed.years !== 0 || parsed.months !== 0) {
    return refused("Years and months differ in length; write weeks, days, hours or smaller.");
  }
  const ms = inMs(parsed);
  if (ms <= 0) return refused(`Expected a duration longer than nothing, got ${shown(text)}.`);
  if (ms < 1) return refused(`Expected at least a millisecond (PT0.001S), got ${shown(text)}.`);
  if (ms > max.ms) return refused(max.problem);
  return { kind: "read", ms: Math.round(ms) };
}

/** Reads a period that may exceed the maximum of timers. Undefined if the text is none. */
export function readAge(text: string): number | undefined {
  const reading = readDuration(text, long);
  return reading.kind === "read" ? reading.ms : undefined;
}

function refused(problem: string): Reading {
  return { kind: "refused", problem };
}

function parse(text: string): Temporal.Duration | undefined {
  try {
    return Temporal.Duration.from(text);
  } catch {
    return undefined;
  }
}

// A week is always seven days: no calendar is involved.
function inMs(parsed: Temporal.Duration): number {
  const days = parsed.days + parsed.weeks * 7;
  return parsed.with({ weeks: 0, days }).total("milliseconds");
}

function notADuration(input: unknown): string {
  if (input === undefined) return `This is missing; expected ${what}.`;
  const meant = suggestion(input);
  const guess = meant === undefined ? "" : ` Write ${meant}.`;
  return `Expected ${what}, got ${shown(input)}.${guess}`;
}

const units: Readonly<Record<string, (amount: string) => string>> = {
  "": (amount) => `PT${amount}S for ${amount} seconds`,
  ms: (amount) => `PT${Number(amount) / 1000}S for ${amount} milliseconds`,
  s: (amount) => `PT${amount}S for ${amount} seconds`,
  m: (amount) => `PT${amount}M for ${amount} minutes`,
  h: (amount) => `PT${amount}H for ${amount} hours`,
  d: (amount) => `P${amount}D for ${amount} days`,
};

/** Guesses the meaning of `30`, `30s` or `5 min`. */
function suggestion(input: unknown): string | undefined {
  const found = /^(\d{1,6}) ?(ms|s|m|h|d|)(?:ec(?:ond)?s?|in(?:ute)?s?|ours?|ays?)?$/i.exec(
    String(input),
  );
  const [, amount = "", unit = ""] = found ?? [];
  return found === null ? undefined : units[unit.toLowerCase()]?.(amount);
}
