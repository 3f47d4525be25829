import type { JsonObject } from "@toolcourt/sdk";

/** What events can be about. Public: never renamed, never reused. */
export const liveTopics = ["calls", "approvals", "tools", "servers", "drafts"] as const;
export type LiveTopic = (typeof liveTopics)[number];

/** One event of the gateway. */
export interface LiveEvent {
  /** From 1, without gaps. */
  readonly number: number;
  readonly topic: LiveTopic;
  /** Only people of this tenant learn of it. Undefined if it belongs to none. */
  readonly tenant: string | null | undefined;
  readonly data: JsonObject;
}

export type NewEvent = Pick<LiveEvent, "topic" | "tenant" | "data">;

/** Above it the oldest event is forgotten. */
const maxKept = 1_000;

/** The last events of this process, and who follows them. */
export class EventFeed {
  /** Distinguishes the events of this process from those before a restart. */
  readonly name: string;
  readonly #kept: LiveEvent[] = [];
  readonly #followers = new Set<(event: LiveEvent) => void>();
  readonly #watchers = new Set<(isFollowed: boolean) => void>();
  #number = 0;

  constructor(name: string) {
    this.name = name;
  }

  publish(event: NewEvent): void {
    this.#number += 1;
    const { topic, tenant, data } = event;
    const numbered = { number: this.#number, topic, tenant, data };
    // A ring: shifting a thousand entries for each call would cost more than the rest.
    this.#kept[this.#number % maxKept] = numbered;
    for (const follow of this.#followers) follow(numbered);
  }

  get isFollowed(): boolean {
    return this.#followers.size > 0;
  }

  /** Calls the listener with each event, until the returned function is called. */
  follow(listener: (event: LiveEvent) => void): () => void {
    this.#followers.add(listener);
    if (this.#followers.size === 1) this.#tell();
    return () => {
      if (this.#followers.delete(listener) && this.#followers.size === 0) this.#tell();
    };
  }

  /** Notifies of the first follower, and when there is none any more. */
  onFollowed(listener: (isFollowed: boolean) => void): void {
    this.#watchers.add(listener);
  }

  /** The number of the newest event. */
  get last(): number {
    return this.#number;
  }

  /** Returns the events after a number, the oldest first. Undefined if some are forgotten. */
  after(number: number): readonly LiveEvent[] | undefined {
    const missing = this.#number - number;
    if (missing < 0 || missing > maxKept) return undefined;
    return Array.from({ length: missing }, (_, index) => number + 1 + index).flatMap(
      (each) => this.#kept[each % maxKept] ?? [],
    );
  }

  #tell(): void {
    for (const tell of this.#watchers) tell(this.isFollowed);
  }
}
