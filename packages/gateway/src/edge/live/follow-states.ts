import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { JsonObject } from "@toolcourt/sdk";
import type { EventFeed, LiveTopic } from "./event-feed.ts";

/** One thing of a topic, as it is now. */
export interface SeenState {
  readonly key: string;
  /** Another text means that it has changed. */
  readonly state: string;
  readonly data: JsonObject;
  /** Default: it belongs to no tenant. */
  readonly tenant?: string | null;
}

/** How the things of a topic are looked at. */
export interface StateLook {
  readonly topic: LiveTopic;
  readonly everyMs: number;
  readonly look: () => Promise<readonly SeenState[]>;
  /** Returns what became of one that is no longer seen. Undefined if that is no event. */
  readonly gone: (last: SeenState) => Promise<SeenState | undefined>;
}

/**
 * Makes events of changed states. This gateway, another one on its store, or a command may have
 * changed them. Looks only while the feed is followed. What changed meanwhile is told at the next look.
 */
export class StateFollower implements AsyncDisposable {
  readonly #clock: Runtime["clock"];
  readonly #feed: EventFeed;
  readonly #closing = new AbortController();
  readonly #looks: readonly StateLook[];
  #pause: AbortController | undefined;
  #looking: Promise<unknown> = Promise.resolve();
  readonly #known = new Map<LiveTopic, ReadonlyMap<string, SeenState>>();

  constructor(looks: readonly StateLook[], feed: EventFeed, clock: Runtime["clock"]) {
    this.#looks = looks;
    this.#feed = feed;
    this.#clock = clock;
    feed.onFollowed((isFollowed) => (isFollowed ? this.#begin() : this.#pause?.abort()));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort();
    await this.#looking;
  }

  #begin(): void {
    const pause = new AbortController();
    this.#pause = pause;
    const signal = AbortSignal.any([pause.signal, this.#closing.signal]);
    const before = this.#looking;
    const all = this.#looks.map((each) => before.then(() => this.#follow(each, signal)));
    this.#looking = Promise.all(all);
  }

  async #follow(look: StateLook, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      // A store that is away for a moment is looked at again.
      await this.#compare(look).catch(() => undefined);
      await this.#clock.sleep(look.everyMs, signal).catch(() => undefined);
    }
  }

  async #compare({ topic, look, gone }: StateLook): Promise<void> {
    const before = this.#known.get(topic);
    const now = new Map((await look()).map((seen) => [seen.key, seen]));
    const changed = [...now.values()].filter(({ key, state }) => before?.get(key)?.state !== state);
    const lost = [...(before?.values() ?? [])].filter(({ key }) => !now.has(key));
    const ended = await Promise.all(lost.map(gone));
    this.#known.set(topic, now);
    // The first look shows what was there before anybody asked.
    if (before === undefined) return;
    for (const { tenant, data } of [...changed, ...ended.flatMap((each) => each ?? [])]) {
      this.#feed.publish({ topic, tenant, data: { ...data, at: this.#clock.now() } });
    }
  }
}
