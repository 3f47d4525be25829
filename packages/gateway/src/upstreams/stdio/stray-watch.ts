import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import type { Stray } from "../upstream.ts";

/** Looks for what belongs to nothing in everything that is not an answer to a request of ours. */
export interface StrayWatch {
  /** A line that is no message. */
  readonly line: (text: string) => void;
  /** A message of the SDK's client. */
  readonly sent: (message: JSONRPCMessage) => void;
  /** A message that is for the SDK's client. */
  readonly heard: (message: JSONRPCMessage) => void;
}

/** Remembers every request of the client, so only for a connection that does not last. */
export function createStrayWatch(strayed: (what: Stray) => void): StrayWatch {
  const isAnswered = new Map<unknown, boolean>();
  return {
    // A blank line says nothing, and nobody stumbles over it.
    line: (text) => {
      if (text.trim() !== "") strayed("line");
    },
    sent: (message) => {
      if ("id" in message && "method" in message) isAnswered.set(message.id, false);
    },
    heard: (message) => {
      if ("method" in message) return;
      const stray = strayIn(message, isAnswered);
      if (stray !== undefined) strayed(stray);
      if (isAnswered.has(message.id)) isAnswered.set(message.id, true);
    },
  };
}

function strayIn(
  message: { readonly id?: unknown },
  isAnswered: ReadonlyMap<unknown, boolean>,
): Stray | undefined {
  const { id } = message;
  if (!("result" in message || "error" in message)) return "line";
  if (isAnswered.has(id)) return isAnswered.get(id) === true ? "second-answer" : undefined;
  // An error without an id says that the server could not read who asked.
  const isAboutNobody = (id === undefined || id === null) && "error" in message;
  return isAboutNobody ? undefined : "unasked-answer";
}
