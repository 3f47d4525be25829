import { type ReadonlySignal, signal } from "@preact/signals";
import type { JSX } from "preact";
import type { ServerTime } from "../api/server-time.ts";
import type { Clock } from "../clock.ts";

/** The time of the server, told anew each second. */
export function createTicks(clock: Clock, time: ServerTime): ReadonlySignal<number> {
  const now = signal(time.now());
  clock.every(500, () => {
    const next = time.now();
    // A change once a second redraws countdowns once a second.
    if (Math.floor(next / 1_000) !== Math.floor(now.value / 1_000)) now.value = next;
  });
  return now;
}

const dayFormat = new Intl.DateTimeFormat("en", { month: "short", day: "numeric" });

function two(value: number): string {
  return String(value).padStart(2, "0");
}

/** Formats a time of day as hours, minutes and seconds. */
export function clockText(at: number): string {
  const date = new Date(at);
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

/** Formats a time of day as hours and minutes. */
export function minuteText(at: number): string {
  return clockText(at).slice(0, 5);
}

/** Formats the rest of a lifetime, as the command does. */
function remainingText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  return `${Math.floor(seconds / 60)} min ${two(seconds % 60)} s`;
}

/** Shows a time of day, with the day as well unless it is today. */
export function Time({ at, now }: { readonly at: number; readonly now: number }): JSX.Element {
  const date = new Date(at);
  const isToday = date.toDateString() === new Date(now).toDateString();
  return (
    <time dateTime={date.toISOString()} title={date.toISOString()}>
      {isToday ? clockText(at) : `${dayFormat.format(date)} ${minuteText(at)}`}
    </time>
  );
}

/** Counts down by the time of the server. */
export function Countdown({ to, now }: { readonly to: number; readonly now: number }): JSX.Element {
  const left = to - now;
  return (
    <time
      class={left < 60_000 ? "countdown countdown-short" : "countdown"}
      dateTime={new Date(to).toISOString()}
      title={new Date(to).toISOString()}
    >
      {remainingText(left)}
    </time>
  );
}
