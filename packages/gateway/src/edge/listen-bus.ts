import { AsyncLocalStorage } from "node:async_hooks";
import {
  InMemoryServerEventBus,
  type ServerEvent,
  type ServerEventBus,
} from "@modelcontextprotocol/server";

/** One client that listens. */
export interface Listener {
  /** Tells this one and nobody else. Says nothing before its request to listen is answered. */
  readonly tell: (event: ServerEvent) => void;
}

export interface ListenBus {
  /** For the protocol's SDK, whose bus tells everybody. */
  readonly bus: ServerEventBus;
  /** Answers a request to listen, and gives the answer a listener that can be told something alone. */
  readonly answering: (answer: (listener: Listener) => Promise<void>) => Promise<void>;
}

/**
 * The SDK tells every client of a resource that asked for its address. Whether a client may know of it is
 * not asked, so news of resources go to one client each, along the way by which that client reaches them.
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
