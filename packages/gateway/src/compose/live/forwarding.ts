import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { Principal } from "../../pipeline/call.ts";
import type { RelayRequest, Relays } from "../../relays/relays.ts";

type Stop = () => Promise<void>;

interface Followed {
  readonly principal: Principal;
  /** Default: the whole gateway. */
  readonly endpoint: string | undefined;
  readonly request: RelayRequest;
  readonly changed: () => void;
  stop: Promise<Stop>;
}

/** Subscribers that stay while the gateway behind them is replaced. */
export class Subscribers<What extends readonly unknown[]> {
  readonly #subscribers = new Set<(...what: What) => void>();
  #detach: () => void = () => undefined;

  readonly subscribe = (subscriber: (...what: What) => void): (() => void) => {
    this.#subscribers.add(subscriber);
    return () => void this.#subscribers.delete(subscriber);
  };

  /** Forwards what this gateway says, and no longer what the last one says. */
  attach(subscribe: (subscriber: (...what: What) => void) => () => void): void {
    this.#detach();
    this.#detach = subscribe((...what) => this.notify(...what));
  }

  notify(...what: What): void {
    for (const subscriber of this.#subscribers) subscriber(...what);
  }
}

/** The resources that clients follow, at the gateway that is current. */
export class Follows {
  readonly #followed = new Set<Followed>();
  readonly #newId: Runtime["newId"];

  constructor({ newId }: Pick<Runtime, "newId">) {
    this.#newId = newId;
  }

  async follow(
    relays: Pick<Relays, "follow">,
    { request, changed, ...of }: Omit<Followed, "stop">,
  ): Promise<Stop> {
    const followed = { ...of, request, changed, stop: relays.follow(request, changed) };
    await followed.stop;
    this.#followed.add(followed);
    return async () => {
      this.#followed.delete(followed);
      const stop = await followed.stop;
      await stop();
    };
  }

  /**
   * Follows everything at the next gateway, then stops at the last one. A resource that is gone, or
   * that its client may no longer read, is followed no more. Each is a request with its own record.
   */
  async move(
    relaysFor: (principal: Principal, endpoint: string | undefined) => Pick<Relays, "follow">,
  ): Promise<void> {
    const moves = [...this.#followed].map(async (followed) => {
      const { principal, endpoint, request, changed, stop: last } = followed;
      const again = { ...request, callId: this.#newId() };
      followed.stop = relaysFor(principal, endpoint)
        .follow(again, changed)
        .catch(() => nothingToStop);
      await followed.stop;
      const stop = await last;
      await stop();
    });
    await Promise.allSettled(moves);
  }
}

const nothingToStop: Stop = async () => undefined;
