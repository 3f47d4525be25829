import type { ServerResponse } from "node:http";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { EventFeed, LiveTopic } from "../live/event-feed.ts";
import { EventBatch, type EventBatches, type EventFilter } from "./event-batches.ts";
import { headers } from "./respond.ts";

export interface EventStreamDeps extends Pick<Runtime, "clock"> {
  readonly feed: EventFeed;
  readonly batches: EventBatches;
}

export interface StreamRights {
  /** Whether the policy lets the person follow a topic now. */
  readonly mayFollow: (topic: LiveTopic) => boolean;
  /** Events of this tenant are for the person. Default: of all. */
  readonly within: Pick<EventFilter, "tenant">;
  /** Aborts when the session or the key ends. */
  readonly ended: AbortSignal | undefined;
  /** When the session, the key or the token expires, in milliseconds since 1970. */
  readonly endsAt: number;
}

/** Shows both ends that the other one is there. */
const beatMs = 15_000;
const beat = Buffer.from(": beat\n\n");
/** After it the client comes back, and proves again who it is. */
const longestMs = 24 * 3_600_000;
/** A reader with more than this to take is cut off: it would keep the memory of all. */
const maxWaitingBytes = 256 * 1024;

/** One stream of server-sent events. */
export class EventStream {
  readonly #deps: EventStreamDeps;
  readonly #response: ServerResponse;
  readonly #rights: StreamRights;
  readonly #closed = new AbortController();
  /** The number of the last event before the stream. */
  #last = 0;

  constructor(deps: EventStreamDeps, response: ServerResponse, rights: StreamRights) {
    this.#deps = deps;
    this.#response = response;
    this.#rights = rights;
  }

  /** Sends what the client has missed, or says that it cannot, and then every new event. */
  begin(lastId: string | undefined): void {
    const { feed, batches } = this.#deps;
    const response = this.#response;
    response.writeHead(200, { ...headers, "content-type": "text/event-stream" });
    const missed = lastId === undefined ? [] : feed.after(numberIn(lastId, feed.name));
    response.write(missed === undefined ? gapAt(feed) : placeAt(feed));
    const leave = batches.follow(this.#show);
    const { ended } = this.#rights;
    const end = (): void => void response.end();
    ended?.addEventListener("abort", end, { once: true, signal: this.#closed.signal });
    response.once("close", () => {
      leave();
      this.#closed.abort();
    });
    if (ended?.aborted === true) end();
    this.#show(new EventBatch(missed ?? [], feed.name));
    this.#last = feed.last;
    void this.#beat().catch(() => undefined);
    void this.#expire(end).catch(() => undefined);
  }

  readonly #show = (batch: EventBatch): void => {
    const { mayFollow, within } = this.#rights;
    // The policy may have changed since the last batch.
    const topics = new Set([...batch.topics].filter(mayFollow));
    this.#send(batch.bytesFor({ topics, ...within }, this.#last));
  };

  async #beat(): Promise<void> {
    const { signal } = this.#closed;
    while (!signal.aborted) {
      await this.#deps.clock.sleep(beatMs, signal);
      this.#send(beat);
    }
  }

  /** Nothing but a look at the time tells that a token has expired. */
  async #expire(end: () => void): Promise<void> {
    const { clock } = this.#deps;
    const leftMs = Math.min(this.#rights.endsAt - clock.now(), longestMs);
    await clock.sleep(leftMs, this.#closed.signal);
    end();
  }

  #send(bytes: Buffer): void {
    const response = this.#response;
    if (bytes.length === 0 || response.writableEnded) return;
    if (response.writableLength > maxWaitingBytes) response.destroy();
    else response.write(bytes);
  }
}

/** No event: it tells the client where to begin after a lost connection. */
function placeAt({ name, last }: EventFeed): string {
  return `: follows\nid: ${name}-${last}\n\n`;
}

/** An event of its own, so that the next reconnection begins here. */
function gapAt({ name, last }: EventFeed): string {
  return `id: ${name}-${last}\nevent: gap\ndata: {}\n\n`;
}

/** Returns the number of an event of this process, or one that is never kept. */
function numberIn(id: string, name: string): number {
  const number = id.startsWith(`${name}-`) ? id.slice(name.length + 1) : "";
  return /^\d{1,15}$/.test(number) ? Number(number) : Number.NEGATIVE_INFINITY;
}
