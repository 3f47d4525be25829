import { AsyncLocalStorage } from "node:async_hooks";
import type { ServerResponse } from "node:http";
import {
  InMemoryServerEventBus,
  type ServerEvent,
  type ServerEventBus,
} from "@modelcontextprotocol/server";
import type { JsonObject } from "@toolcourt/sdk";
import type { Principal } from "../pipeline/call.ts";
import { type GatewayApi, relaysOf } from "./entrance.ts";
import { addAll, createFollowing } from "./following.ts";
import { wantedBy } from "./relayed.ts";

/** A request to listen for changes. */
export interface Listen {
  readonly message: JsonObject;
  readonly response: ServerResponse;
  readonly principal: Principal;
}

export interface Announcing extends Disposable {
  /** Answers a listen request, and follows its resources until the response is closed. */
  readonly listening: (listen: Listen, answer: () => Promise<void>) => Promise<void>;
}

/** Notifies modern HTTP clients of changed lists and followed resources. */
export function announce(gateway: GatewayApi, { bus, answering }: ListenBus): Announcing {
  const ends = [
    gateway.subscribe(() => bus.publish({ kind: "tools_list_changed" })),
    gateway.relays.subscribe((what) => bus.publish({ kind: `${what}_list_changed` })),
  ];
  return {
    listening: ({ message, response, principal }, answer) =>
      answering((listener) => {
        // Per client: one client's access must not extend to another with the same address.
        const following = createFollowing((uri) =>
          listener.tell({ kind: "resource_updated", uri }),
        );
        response.once("close", addAll(following, wantedBy(message), relaysOf(gateway, principal)));
        return answer();
      }),
    [Symbol.dispose]: () => {
      for (const end of ends) end();
    },
  };
}

/** One listening client. */
export interface Listener {
  /** Notifies only this client. Sends nothing before its listen request is answered. */
  readonly tell: (event: ServerEvent) => void;
}

export interface ListenBus {
  /** For the protocol's SDK, whose bus broadcasts to all clients. */
  readonly bus: ServerEventBus;
  /** Answers a listen request with a listener that can be notified individually. */
  readonly answering: (answer: (listener: Listener) => Promise<void>) => Promise<void>;
}

/**
 * Creates a bus that notifies clients individually of resource changes. The SDK notifies every
 * client that asked for an address, without an access check. So each resource event goes to one
 * client, through that client's own access.
 */
export function createListenBus(): ListenBus {
  const everybody = new InMemoryServerEventBus();
  const opening = new AsyncLocalStorage<{ tell: ((event: ServerEvent) => void) | undefined }>();
  return {
    bus: {
      publish: (event) => everybody.publish(event),
      subscribe: (tell) => {
        const stream = opening.getStore();
        if (stream !== undefined) stream.tell = tell;
        return everybody.subscribe(tell);
      },
    },
    answering: (answer) => {
      const stream: { tell: ((event: ServerEvent) => void) | undefined } = { tell: undefined };
      return opening.run(stream, () => answer({ tell: (event) => stream.tell?.(event) }));
    },
  };
}
