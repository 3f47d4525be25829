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
import { HeldSignals } from "./held-signals.ts";
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

  /**
   * Answers a listen request, and follows its resources until the response is closed. A request that
   * is refused follows nothing.
   */
  listening({ message, response, principal }: Listen, answer: () => Promise<void>): Promise<void> {
    const accepted: Accepted = (send) => {
      const signals = new HeldSignals();
      signals.over(response);
      const notify: Notify = (event) => signals.send(keyOf(event), () => send(event));
      // Per client: one client's access must not extend to another with the same address.
      const following = new Following((uri) => notify({ kind: "resource_updated", uri }));
      const relays = followBy(message, this.#gateway.relaysFor(principal), this.#newId);
      const end = addAll(following, wantedBy(message), relays);
      response.once("close", end);
      return { notify, end };
    };
    return this.#listeners.answering(answer, accepted);
  }

  [Symbol.dispose](): void {
    for (const end of this.#ends) end();
  }
}

type Notify = (event: ServerEvent) => void;

function keyOf(event: ServerEvent): string {
  return event.kind === "resource_updated" ? `${event.kind} ${event.uri}` : event.kind;
}

/** Called with a function that sends to only this client. Returns what notifies it, and its end. */
type Accepted = (send: Notify) => { readonly notify: Notify; readonly end: () => void };

/**
 * A bus that notifies clients individually of resource changes. The SDK notifies every client that
 * asked for an address, without an access check. So each resource event goes to one client, through
 * that client's own access.
 */
export class ListenBus {
  readonly #everybody = new InMemoryServerEventBus();
  readonly #opening = new AsyncLocalStorage<Accepted>();

  /** For the protocol's SDK, whose bus broadcasts to all clients. It subscribes accepted clients only. */
  readonly bus: ServerEventBus = {
    publish: (event) => this.#everybody.publish(event),
    subscribe: (notify) => {
      const accepted = this.#opening.getStore()?.(notify);
      const unsubscribe = this.#everybody.subscribe(accepted?.notify ?? notify);
      return () => {
        accepted?.end();
        unsubscribe();
      };
    },
  };

  /** Answers a listen request. Calls `accepted` only if the SDK does not refuse the request. */
  answering(answer: () => Promise<void>, accepted: Accepted): Promise<void> {
    return this.#opening.run(accepted, answer);
  }
}
