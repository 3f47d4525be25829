import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  own,
  parseJson,
} from "@toolcourt/sdk";
import { type CallRing, callStatuses, type Tally } from "./call-ring.ts";
import type { EventFeed } from "./event-feed.ts";

/** Channel between gateways that share their stores. Delivers each text at most once. */
export interface LiveChannel {
  readonly publish: (text: string) => Promise<void>;
  readonly subscribe: (listener: (text: string) => void) => Promise<() => Promise<void>>;
}

/** An ended call of this process, for the others. */
export interface LiveCall extends Pick<Tally, "status" | "bin"> {
  readonly tenant: string | null;
  readonly data: JsonObject;
}

export interface SharedCallsDeps extends Pick<Runtime, "clock"> {
  readonly channel: LiveChannel;
  /** Unique name of this process. */
  readonly name: string;
  readonly ring: Pick<CallRing, "add">;
  readonly feed: Pick<EventFeed, "publish">;
}

const everyMs = 1_000;
/** PostgreSQL limits a payload to 8,000 bytes, with its envelope. */
const maxBytes = 7_000;
/** The rest of a busy second is counted only. */
const maxEvents = 40;

/**
 * Tells the other processes of a gateway once a second about calls, and counts theirs. What they
 * tell is only shown: a forged or lost text changes no decision.
 */
export class SharedCalls implements AsyncDisposable {
  readonly #deps: SharedCallsDeps;
  readonly #closing = new AbortController();
  readonly #telling: Promise<void>;
  #tallies = new Map<string, Tally>();
  #events: (readonly [tenant: string | null, data: JsonObject])[] = [];
  #leave: () => Promise<void> = async () => undefined;

  constructor(deps: SharedCallsDeps) {
    this.#deps = deps;
    this.#telling = this.#tell().catch(() => undefined);
  }

  /** Listens to the others until it is disposed of. */
  async listen(): Promise<void> {
    this.#leave = await this.#deps.channel.subscribe((text) => this.#hear(text));
  }

  readonly note = ({ status, bin, tenant, data }: LiveCall): void => {
    const key = `${status} ${bin}`;
    const { calls } = this.#tallies.get(key) ?? { calls: 0 };
    this.#tallies.set(key, { status, bin, calls: calls + 1 });
    if (this.#events.length < maxEvents) this.#events.push([tenant, data]);
  };

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort();
    await this.#telling;
    // Not awaited: the store may be down, and its owner closes it.
    void this.#leave().catch(() => undefined);
  }

  async #tell(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      await this.#deps.clock.sleep(everyMs, signal);
      const text = this.#take();
      // The others show less while the store is away.
      if (text !== undefined) await this.#deps.channel.publish(text).catch(() => undefined);
    }
  }

  /** Returns what happened since the last time. Undefined if it was nothing. */
  #take(): string | undefined {
    if (this.#tallies.size === 0) return undefined;
    const counts = [...this.#tallies.values()].map(({ status, bin, calls }) => [
      callStatuses.indexOf(status),
      bin,
      calls,
    ]);
    let events = this.#events;
    this.#tallies = new Map();
    this.#events = [];
    const textOf = (): string => JSON.stringify({ from: this.#deps.name, counts, events });
    while (events.length > 0 && Buffer.byteLength(textOf()) > maxBytes) {
      events = events.slice(0, Math.floor(events.length / 2));
    }
    return textOf();
  }

  #hear(text: string): void {
    const told = text.length > maxBytes ? undefined : objectIn(text);
    if (told === undefined || own(told, "from") === this.#deps.name) return;
    for (const tally of listIn(told, "counts").flatMap(tallyIn)) this.#deps.ring.add(tally);
    for (const event of listIn(told, "events").flatMap(eventIn)) this.#deps.feed.publish(event);
  }
}

function objectIn(text: string): JsonObject | undefined {
  try {
    const value = parseJson(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function listIn(object: JsonObject, key: string): readonly JsonValue[] {
  const value = own(object, key);
  return value !== undefined && isJsonArray(value) ? value : [];
}

function tallyIn(value: JsonValue): readonly Tally[] {
  const [index, bin, calls] = isJsonArray(value) ? value : [];
  const status = typeof index === "number" ? callStatuses[index] : undefined;
  return status !== undefined && isCount(bin) && isCount(calls) ? [{ status, bin, calls }] : [];
}

function isCount(value: JsonValue | undefined): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

type CallEvent = Parameters<EventFeed["publish"]>[0];

function eventIn(value: JsonValue): readonly CallEvent[] {
  const [tenant, data] = isJsonArray(value) ? value : [];
  const isOfTenant = typeof tenant === "string" || tenant === null;
  return isOfTenant && data !== undefined && isJsonObject(data)
    ? [{ topic: "calls", tenant, data }]
    : [];
}
