import { type ReadonlySignal, signal } from "@preact/signals";
import type { Clock } from "../clock.ts";
import type { Stream, TopicEvent } from "./stream.ts";

/** A row of the live list: a call, or a place where events were missed. */
export interface LiveRow extends TopicEvent {
  readonly key: string;
  /** Counts the events. A newer event of the same call is another row. */
  readonly serial: number;
  /** When it was seen, in the time of the server. */
  readonly seenAt: number;
}

export interface LiveCalls {
  /** The newest first. */
  readonly rows: ReadonlySignal<readonly LiveRow[]>;
  /** Rows that arrived while the list was paused. */
  readonly held: ReadonlySignal<number>;
  readonly pause: (isPaused: boolean) => void;
}

export interface LiveCallsDeps {
  readonly stream: Pick<Stream, "subscribe">;
  readonly clock: Pick<Clock, "monotonic">;
  readonly now: () => number;
  /** Runs before the next frame is drawn. */
  readonly nextFrame: (run: () => void) => void;
}

/** Rows of the list. A person reads no more, and the page stays fast. */
export const maxRows = 200;
/** Ten changes a second are as many as an eye can follow. */
const minIntervalMs = 100;

/** Gathers the events of a frame: one render an event would block the page. */
export function createLiveCalls({ stream, clock, now, nextFrame }: LiveCallsDeps): LiveCalls {
  const rows = signal<readonly LiveRow[]>([]);
  const held = signal(0);
  let arrived: LiveRow[] = [];
  let serial = 0;
  let isPaused = false;
  let isPlanned = false;
  let flushedAt = Number.NEGATIVE_INFINITY;

  function flush(): void {
    isPlanned = false;
    if (isPaused) {
      held.value = arrived.length;
      return;
    }
    if (clock.monotonic() - flushedAt < minIntervalMs) {
      plan();
      return;
    }
    flushedAt = clock.monotonic();
    rows.value = merged(arrived, rows.value);
    arrived = [];
    held.value = 0;
  }

  function plan(): void {
    if (isPlanned) return;
    isPlanned = true;
    nextFrame(flush);
  }

  stream.subscribe((event) => {
    if (event.topic !== "calls" && event.topic !== "gap") return;
    serial += 1;
    arrived.push({ ...event, key: event.id ?? `${event.topic} ${serial}`, serial, seenAt: now() });
    // A tab in the background draws no frames. Only the newest rows would be shown anyway.
    if (arrived.length > maxRows) arrived = arrived.slice(-maxRows);
    plan();
  });

  return {
    rows,
    held,
    pause: (paused) => {
      isPaused = paused;
      plan();
    },
  };
}

/** Puts new rows before the old ones. A newer event of the same call takes its place. */
function merged(arrived: readonly LiveRow[], shown: readonly LiveRow[]): readonly LiveRow[] {
  const newest = new Map(arrived.map((row) => [row.key, row]));
  const fresh = [...newest.values()].toReversed();
  return [...fresh, ...shown.filter(({ key }) => !newest.has(key))].slice(0, maxRows);
}
