import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import type { Stray } from "../upstream.ts";

/** The requests that the SDK's client makes by itself: the greeting, and little else. */
export interface ClientRequests {
  readonly sent: (message: JSONRPCMessage) => void;
  /** A message that is for the client. */
  readonly heard: (message: JSONRPCMessage) => void;
}

/** Remembers every request, so only for a connection that does not last. */
export function createClientRequests(strayed: (what: Stray) => void): ClientRequests {
  const answered = new Map<unknown, boolean>();
  return {
    sent: (message) => {
      if ("id" in message && "method" in message) answered.set(message.id, false);
    },
    heard: (message) => {
      if ("method" in message) return;
      const { id, ...said }: { readonly id?: unknown } = message;
      if (!("result" in said || "error" in said)) strayed("line");
      else if (answered.get(id) === true) strayed("second-answer");
      // An error without an id says that the server could not read who asked.
      else if (!answered.has(id) && !isAboutNobody(id, said)) strayed("unasked-answer");
      if (answered.has(id)) answered.set(id, true);
    },
  };
}

function isAboutNobody(id: unknown, said: object): boolean {
  return (id === undefined || id === null) && "error" in said;
}
