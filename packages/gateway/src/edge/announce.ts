import { AsyncLocalStorage } from "node:async_hooks";
import type { ServerResponse } from "node:http";
import {
  InMemoryServerEventBus,
  type ServerEvent,
  type ServerEventBus,
} from "@modelcontextprotocol/server";
import type { JsonObject } from "@toolcourt/sdk";
import type { Principal } from "../pipeline/call.ts";
import type { GatewayApi } from "./entrance.ts";
import { addAll, Following } from "./following.ts";
import { followBy, wantedBy } from "./relayed.ts";

/** A request to listen for changes. */
export interface Listen {
  readonly message: JsonObject;
  readonly response: ServerResponse;
  readonly principal: Principal;
}

/** Notifies modern HTTP clients of changed lists and followed resources. */
export class Announcing implements Disposable {
  readonly #gateway: GatewayApi;
  readonly #newId: () => string;
  readonly #listeners: ListenBus;
  readonly #ends: readonly (() => void)[];

  constructor(
    { gateway, newId }: { readonly gateway: GatewayApi; readonly newId: () => string },
    listeners: ListenBus,
  ) {
    const { bus } = listeners;
    this.#gateway = gateway;
    this.#newId = newId;
    this.#listeners = listeners;
    this.#ends = [
      gateway.subscribe(() => bus.publish({ kind: "tools_list_changed" })),
      gateway.relays.subscribe((what) => bus.publish({ kind: `${what}_list_changed` })),
    ];
  }

  /** Answers a listen request, and follows its resources until the response is closed. */
  listening({ message, response, principal }: Listen, answer: () => Promise<void>): Promise<void> {
    return this.#listeners.answering((notify) => {
      // Per client: one client's access must not extend to another with the same address.
      const following = new Following((uri) => notify({ kind: "resource_updated", uri }));
      const relays = followBy(message, this.#gateway.relaysFor(principal), this.#newId);
      response.once("close", addAll(following, wantedBy(message), relays));
      return answer();
    });
  }

  [Symbol.dispose](): void {
    for (const end of this.#ends) end();
  }
}

type Notify = (event: ServerEvent) => void;

/**
 * A bus that notifies clients individually of resource changes. The SDK notifies every client that
 * asked for an address, without an access check. So each resource event goes to one client, through
 * that client's own access.
 */
export class ListenBus {
  readonly #everybody = new InMemoryServerEventBus();
  readonly #opening = new AsyncLocalStorage<{ notify: Notify | undefined }>();

  /** For the protocol's SDK, whose bus broadcasts to all clients. */
  readonly bus: ServerEventBus = {
    publish: (event) => this.#everybody.publish(event),
    subscribe: (notify) => {
      const stream = this.#opening.getStore();
      if (stream !== undefined) stream.notify = notify;
      return this.#everybody.subscribe(notify);
    },
  };

  /**
   * Answers a listen request with a function that notifies only this client. It sends nothing
   * before the request is answered.
   */
  answering(answer: (notify: Notify) => Promise<void>): Promise<void> {
    const stream: { notify: Notify | undefined } = { notify: undefined };
    return this.#opening.run(stream, () => answer((event) => stream.notify?.(event)));
  }
}
