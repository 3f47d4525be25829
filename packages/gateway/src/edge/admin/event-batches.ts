import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { EventFeed, LiveEvent, LiveTopic } from "../live/event-feed.ts";

/** Which events a stream shows. */
export interface EventFilter {
  readonly topics: ReadonlySet<LiveTopic>;
  /** Events of this tenant only, null for none. Default: of all. */
  readonly tenant?: string | null;
}

/** Events that are sent together, each once as text and as bytes, for all streams. */
export class EventBatch {
  readonly #events: readonly LiveEvent[];
  readonly #name: string;
  readonly #bytes = new Map<string, Buffer>();

  constructor(events: readonly LiveEvent[], name: string) {
    this.#events = events;
    this.#name = name;
  }

  /** The topics that it has events of. */
  get topics(): ReadonlySet<LiveTopic> {
    return new Set(this.#events.map(({ topic }) => topic));
  }

  /** Returns the events after a number that a stream shows, as it sends them. */
  bytesFor(filter: EventFilter, after: number): Buffer {
    // A stream that has just begun may have some of the events already.
    const from = Math.max(after, (this.#events[0]?.number ?? 1) - 1);
    const key = JSON.stringify([from, [...filter.topics], filter.tenant ?? null, isOfAll(filter)]);
    const known = this.#bytes.get(key);
    if (known !== undefined) return known;
    let text = "";
    for (const event of this.#events) {
      if (event.number > from && isShown(event, filter)) text += this.#textOf(event);
    }
    const bytes = Buffer.from(text);
    this.#bytes.set(key, bytes);
    return bytes;
  }

  #textOf(event: LiveEvent): string {
    const { number, topic, data } = event;
    return `id: ${this.#name}-${number}\nevent: ${topic}\ndata: ${JSON.stringify(data)}\n\n`;
  }
}

function isOfAll({ tenant }: EventFilter): boolean {
  return tenant === undefined;
}

function isShown({ topic, tenant }: LiveEvent, filter: EventFilter): boolean {
  const isSeen = tenant === undefined || isOfAll(filter) || tenant === filter.tenant;
  return isSeen && filter.topics.has(topic);
}

/** Events that come together are sent together. */
const gatherMs = 50;

export interface EventBatchesDeps extends Pick<Runtime, "clock"> {
  readonly feed: EventFeed;
}

/** Gathers events for all streams: a call costs the same with one stream and with eight. */
export class EventBatches {
  readonly #deps: EventBatchesDeps;
  readonly #members = new Set<(batch: EventBatch) => void>();
  #waiting: LiveEvent[] = [];
  #leave = (): void => undefined;
  #end = new AbortController();

  constructor(deps: EventBatchesDeps) {
    this.#deps = deps;
  }

  /** Passes each batch on, until the returned function is called. */
  follow(take: (batch: EventBatch) => void): () => void {
    this.#members.add(take);
    if (this.#members.size === 1) this.#leave = this.#deps.feed.follow(this.#take);
    return () => {
      if (!this.#members.delete(take) || this.#members.size > 0) return;
      this.#leave();
      this.#end.abort();
      this.#end = new AbortController();
      this.#waiting = [];
    };
  }

  readonly #take = (event: LiveEvent): void => {
    this.#waiting.push(event);
    if (this.#waiting.length === 1) void this.#gather(this.#end.signal).catch(() => undefined);
  };

  async #gather(signal: AbortSignal): Promise<void> {
    await this.#deps.clock.sleep(gatherMs, signal);
    const batch = new EventBatch(this.#waiting, this.#deps.feed.name);
    this.#waiting = [];
    for (const pass of this.#members) pass(batch);
  }
}
