import { AsyncLocalStorage } from "node:async_hooks";
import {
  InMemoryServerEventBus,
  type ServerEvent,
  type ServerEventBus,
} from "@modelcontextprotocol/server";

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
