import type { ServerResponse } from "node:http";
import type { JsonObject } from "@toolcourt/sdk";
import type { Principal } from "../pipeline/call.ts";
import { addAll, createFollowing } from "./following.ts";
import { type Line, relaysOf } from "./line.ts";
import type { ListenBus } from "./listen-bus.ts";
import { wantedBy } from "./relayed.ts";

/** A request to listen for changes. */
export interface Listen {
  readonly message: JsonObject;
  readonly response: ServerResponse;
  readonly principal: Principal;
}

export interface Announcing extends Disposable {
  /** Answers a request to listen, and follows what its client wants to hear of until its response is closed. */
  readonly listening: (listen: Listen, answer: () => Promise<void>) => Promise<void>;
}

/** Tells modern clients that listen over HTTP when lists and the resources they follow are others. */
export function announce(line: Line, { bus, answering }: ListenBus): Announcing {
  const ends = [
    line.subscribe(() => bus.publish({ kind: "tools_list_changed" })),
    line.relays.subscribe((what) => bus.publish({ kind: `${what}_list_changed` })),
  ];
  return {
    listening: ({ message, response, principal }, answer) =>
      answering((listener) => {
        // Each client by itself: what one may hear of is not for another who asks for the same address.
        const following = createFollowing((uri) =>
          listener.tell({ kind: "resource_updated", uri }),
        );
        response.once("close", addAll(following, wantedBy(message), relaysOf(line, principal)));
        return answer();
      }),
    [Symbol.dispose]: () => {
      for (const end of ends) end();
    },
  };
}
