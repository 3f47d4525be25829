import type { ServerResponse } from "node:http";
import type { McpHttpHandler } from "@modelcontextprotocol/server";
import type { JsonObject } from "@toolcourt/sdk";
import type { Principal } from "../calls/call.ts";
import { addAll, createFollowing } from "./following.ts";
import { type Line, relaysOf } from "./line.ts";
import { wantedBy } from "./relayed.ts";

export interface Announcing extends AsyncDisposable {
  /** Follows what a client wants to hear of, until its response is closed. */
  readonly listening: (message: JsonObject, response: ServerResponse, principal: Principal) => void;
}

/** Tells modern clients that listen over HTTP when lists and the resources they follow are others. */
export function announce(line: Line, notify: McpHttpHandler["notify"]): Announcing {
  const { relays, subscribe } = line;
  const following = createFollowing((uri) => notify.resourceUpdated(uri));
  const ends = [
    subscribe(() => notify.toolsChanged()),
    relays.subscribe((what) =>
      what === "prompts" ? notify.promptsChanged() : notify.resourcesChanged(),
    ),
  ];
  return {
    listening: (message, response, principal) => {
      const reached = relaysOf(line, principal);
      response.once("close", addAll(following, wantedBy(message), reached));
    },
    [Symbol.asyncDispose]: async () => {
      for (const end of ends) end();
      await following[Symbol.asyncDispose]();
    },
  };
}
