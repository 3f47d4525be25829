import type { ServerResponse } from "node:http";
import type { McpHttpHandler } from "@modelcontextprotocol/server";
import type { JsonObject } from "@toolcourt/sdk";
import { addAll, createFollowing } from "./following.ts";
import type { Line } from "./line.ts";
import { wantedBy } from "./relayed.ts";

export interface Announcing extends AsyncDisposable {
  /** Follows what a client wants to hear of, until its response is closed. */
  readonly listening: (message: JsonObject, response: ServerResponse) => void;
}

/** Tells modern clients that listen over HTTP when lists and the resources they follow are others. */
export function announce(
  { relays, subscribe }: Line,
  notify: McpHttpHandler["notify"],
): Announcing {
  const following = createFollowing(relays, (uri) => notify.resourceUpdated(uri));
  const ends = [
    subscribe(() => notify.toolsChanged()),
    relays.subscribe((what) =>
      what === "prompts" ? notify.promptsChanged() : notify.resourcesChanged(),
    ),
  ];
  return {
    listening: (message, response) => {
      response.once("close", addAll(following, wantedBy(message)));
    },
    [Symbol.asyncDispose]: async () => {
      for (const end of ends) end();
      await following[Symbol.asyncDispose]();
    },
  };
}
