import type { ServerResponse } from "node:http";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { EventFeed, LiveEvent, LiveTopic } from "../live/event-feed.ts";
import { headers } from "./respond.ts";

export interface EventStreamDeps extends Pick<Runtime, "clock"> {
  readonly feed: EventFeed;
}

export interface StreamRights {
  /** Whether the policy lets the person follow a topic now. */
  readonly mayFollow: (topic: LiveTopic) => boolean;
  /** Whether events of a tenant are for the person. */
  readonly sees: (tenant: string | null | undefined) => boolean;
  /** Aborts when the session or the key ends. */
  readonly ended: AbortSignal | undefined;
  /** When the session, the key or the token expires, in milliseconds since 1970. */
  readonly endsAt: number;
}

/** Events that come together are sent together. */
const gatherMs = 50;
/** Shows both ends that the other one is there. */
const beatMs = 15_000;
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
  #waiting: LiveEvent[] = [];
  #isGathering = false;

  constructor(deps: EventStreamDeps, response: ServerResponse, rights: StreamRights) {
    this.#deps = deps;
    this.#response = response;
    this.#rights = rights;
  }

  /** Sends what the client has missed, or says that it cannot, and then every new event. */
  begin(lastId: string | undefined): void {
    const { feed } = this.#deps;
    const response = this.#response;
    response.writeHead(200, { ...headers, "content-type": "text/event-stream" });
    const missed = lastId === undefined ? [] : feed.after(numberIn(lastId, feed.name));
    response.write(missed === undefined ? gapAt(feed) : placeAt(feed));
    const leave = feed.follow(this.#take);
    const { ended } = this.#rights;
    const end = (): void => void response.end();
    ended?.addEventListener("abort", end, { once: true, signal: this.#closed.signal });
    response.once("close", () => {
      leave();
      this.#closed.abort();
    });
    for (const event of missed ?? []) this.#take(event);
    if (ended?.aborted === true) end();
    void this.#beat().catch(() => undefined);
    void this.#expire(end).catch(() => undefined);
  }

  readonly #take = (event: LiveEvent): void => {
    this.#waiting.push(event);
    if (this.#isGathering) return;
    this.#isGathering = true;
    void this.#gather().catch(() => undefined);
  };

  async #gather(): Promise<void> {
    await this.#deps.clock.sleep(gatherMs, this.#closed.signal);
    this.#isGathering = false;
    const events = this.#waiting;
    this.#waiting = [];
    const topics = new Set(events.map(({ topic }) => topic).filter(this.#rights.mayFollow));
    const text = events
      .filter(({ topic, tenant }) => topics.has(topic) && this.#rights.sees(tenant))
      .map((event) => textOf(event, this.#deps.feed.name))
      .join("");
    this.#send(text);
  }

  async #beat(): Promise<void> {
    const { signal } = this.#closed;
    while (!signal.aborted) {
      await this.#deps.clock.sleep(beatMs, signal);
      this.#send(": beat\n\n");
    }
  }

  /** Nothing but a look at the time tells that a token has expired. */
  async #expire(end: () => void): Promise<void> {
    const { clock } = this.#deps;
    const leftMs = Math.min(this.#rights.endsAt - clock.now(), longestMs);
    await clock.sleep(leftMs, this.#closed.signal);
    end();
  }

  #send(text: string): void {
    const response = this.#response;
    if (text === "" || response.writableEnded) return;
    response.write(text);
    if (response.writableLength > maxWaitingBytes) response.destroy();
  }
}

function textOf(event: LiveEvent, name: string): string {
  const { number, topic, data } = event;
  event.text ??= `id: ${name}-${number}\nevent: ${topic}\ndata: ${JSON.stringify(data)}\n\n`;
  return event.text;
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
