/** Headers of an answer, by lower-case name. */
export type AnswerHeaders = Readonly<Record<string, string>>;

type Reading = (value: string, nowMs: number) => number | undefined;

const seconds: Reading = (value) =>
  /^\d+(?:\.\d+)?$/.test(value) ? Number(value) * 1_000 : undefined;
const milliseconds: Reading = (value) => (/^\d+$/.test(value) ? Number(value) : undefined);
/** Epoch seconds or milliseconds: the number of digits tells them apart for centuries. */
const epoch: Reading = (value, nowMs) => {
  if (!/^(?:\d{9,10}|\d{12,13})$/.test(value)) return undefined;
  return Math.max(0, Number(value) * (value.length > 10 ? 1 : 1_000) - nowMs);
};
/** The three date forms of RFC 9110, 5.6.7. All are in GMT, and one does not say so. */
const date: Reading = (value, nowMs) => {
  const isDate = /^[A-Z][a-z]{2,8},? [\w :-]{10,30}$/.test(value);
  const at = isDate ? Date.parse(value.endsWith("GMT") ? value : `${value} GMT`) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs);
};

/** The standard header and its vendor variants. */
const readings: readonly (readonly [RegExp, readonly Reading[]])[] = [
  [/^retry-after$/, [seconds, date]],
  [/^(?:x-ms-)?retry-after-ms$/, [milliseconds]],
  [/^x-ms-ratelimit-[a-z0-9.-]{1,80}-retry-after$/, [seconds]],
  [/^x-ratelimit-reset-after$/, [seconds]],
  [/^x-ratelimit-reset$/, [epoch, seconds]],
  [/^ratelimit-reset$/, [seconds]],
];

const maxMs = 24 * 60 * 60 * 1_000;

/**
 * Returns the delay the target asks for: the longest of all its headers and of `more`, capped at
 * one day.
 */
export function retryAfterMs(
  headers: AnswerHeaders,
  nowMs: number,
  more?: number,
): number | undefined {
  const asked = Object.entries(headers).flatMap(([name, value]) => {
    const ways = readings.find(([pattern]) => pattern.test(name))?.[1] ?? [];
    const wait = ways.map((way) => way(value.trim(), nowMs)).find((ms) => ms !== undefined);
    return wait === undefined ? [] : [Math.ceil(wait)];
  });
  const waits = more === undefined ? asked : [...asked, more];
  return waits.length === 0 ? undefined : Math.min(maxMs, Math.max(...waits));
}

/** Days, hours, minutes and seconds: `00:00:05`, `1.00:00:00`, `00:00:05.5`. */
const clockForm = /^(?:(\d{1,5})\.)?(\d{1,4}):([0-5]?\d):([0-5]?\d(?:\.\d{1,9})?)$/;

/** Reads a duration in seconds or as `hh:mm:ss`, capped at one day. Undefined for other text. */
export function durationMs(text: string | undefined): number | undefined {
  const value = text?.trim() ?? "";
  const ms = seconds(value, 0) ?? clockMs(value);
  return ms === undefined ? undefined : Math.min(maxMs, Math.ceil(ms));
}

function clockMs(value: string): number | undefined {
  const [, days = "0", ...parts] = clockForm.exec(value) ?? [];
  const [hours, minutes, secs] = parts.map(Number);
  if (hours === undefined || minutes === undefined || secs === undefined) return undefined;
  return (((Number(days) * 24 + hours) * 60 + minutes) * 60 + secs) * 1_000;
}
