import { type ReadonlySignal, signal } from "@preact/signals";
import type { Api } from "../api/api.ts";
import { ApiFailure } from "../api/failure.ts";
import { type LiveEvent, liveEvent } from "../api/shapes.ts";
import { type Clock, sleep } from "../clock.ts";
import { createEventLines, type StreamMessage } from "./event-lines.ts";

export type LiveTopic = "calls" | "approvals" | "tools" | "servers" | "drafts" | "gap";

/** An event with its topic. */
export interface TopicEvent extends LiveEvent {
  readonly topic: LiveTopic;
}

/** Connected, reconnecting with old data on the page, or without a stream. */
export type LiveState = "connected" | "behind" | "off";

/** The events of the gateway, as they happen. */
export interface Stream {
  readonly state: ReadonlySignal<LiveState>;
  /** Returns a function that ends the subscription. */
  readonly subscribe: (listen: (event: TopicEvent) => void) => () => void;
  /** Connects until the signal aborts, and again after each failure. */
  readonly run: (topics: readonly string[], signal: AbortSignal) => Promise<void>;
}

export interface StreamDeps {
  readonly api: Api;
  readonly clock: Clock;
  /** A number from 0 to 1, so that not all pages come back in the same moment. */
  readonly jitter: () => number;
}

const firstDelayMs = 500;
const maxDelayMs = 15_000;
const topics: readonly LiveTopic[] = ["calls", "approvals", "tools", "servers", "drafts", "gap"];
const final = new Set([401, 403, 404]);

export function createStream({ api, clock, jitter }: StreamDeps): Stream {
  const state = signal<LiveState>("off");
  const listeners = new Set<(event: TopicEvent) => void>();
  let lastId: string | undefined;

  function deliver(message: StreamMessage): void {
    lastId = message.id ?? lastId;
    const event = eventIn(message);
    if (event !== undefined) for (const listen of listeners) listen(event);
  }

  async function connect(wanted: readonly string[], ended: AbortSignal): Promise<void> {
    const response = await api.open(`events?topics=${wanted.join(",")}`, {
      headers: {
        accept: "text/event-stream",
        ...(lastId === undefined ? {} : { "last-event-id": lastId }),
      },
      signal: ended,
    });
    state.value = "connected";
    const read = createEventLines();
    const body = response.body ?? new ReadableStream<Uint8Array<ArrayBuffer>>();
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      for (const message of read(next.value)) deliver(message);
    }
  }

  return {
    state,
    subscribe: (listen) => {
      listeners.add(listen);
      return () => listeners.delete(listen);
    },
    run: async (wanted, ended) => {
      let delay = firstDelayMs;
      for (;;) {
        const began = clock.monotonic();
        const failure = await failureOf(connect(wanted, ended));
        if (ended.aborted || isFinal(failure)) break;
        state.value = "behind";
        // A connection that held is no reason to wait long for the next one.
        delay = clock.monotonic() - began > maxDelayMs ? firstDelayMs : delay;
        await sleep(clock, delay * (0.5 + jitter()), ended);
        delay = Math.min(delay * 2, maxDelayMs);
      }
      state.value = "off";
    },
  };
}

function failureOf(work: Promise<void>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

function isFinal(failure: unknown): boolean {
  return failure instanceof ApiFailure && final.has(failure.status);
}

/** Undefined for an event that this page does not know, from a newer gateway. */
function eventIn({ event, data }: StreamMessage): TopicEvent | undefined {
  const topic = topics.find((known) => known === event);
  if (topic === undefined) return undefined;
  try {
    return { ...liveEvent(JSON.parse(data), event), topic };
  } catch {
    return undefined;
  }
}
