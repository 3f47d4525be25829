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
  /** Answers a listen request, and follows its resources until the response is closed. */
  readonly listening: (listen: Listen, answer: () => Promise<void>) => Promise<void>;
}

/** Notifies modern HTTP clients of changed lists and followed resources. */
export function announce(line: Line, { bus, answering }: ListenBus): Announcing {
  const ends = [
    line.subscribe(() => bus.publish({ kind: "tools_list_changed" })),
    line.relays.subscribe((what) => bus.publish({ kind: `${what}_list_changed` })),
  ];
  return {
    listening: ({ message, response, principal }, answer) =>
      answering((listener) => {
        // Per client: one client's access must not extend to another with the same address.
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
