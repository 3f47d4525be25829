import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import type { Stray } from "../upstream.ts";

/** Detects stray output among everything that is not an answer to our requests. */
export interface StrayWatch {
  /** Called for a line that is no message. */
  readonly line: (text: string) => void;
  /** Called for a message from the SDK's client. */
  readonly sent: (message: JSONRPCMessage) => void;
  /** Called for a message to the SDK's client. */
  readonly heard: (message: JSONRPCMessage) => void;
}

/**
 * Creates the watch. It remembers every request of the client, so use it only for short
 * connections.
 */
export function createStrayWatch(strayed: (what: Stray) => void): StrayWatch {
  const isAnswered = new Map<unknown, boolean>();
  return {
    // A blank line is harmless.
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
  // An error without an id means that the server could not parse the request.
  const isAboutNobody = (id === undefined || id === null) && "error" in message;
  return isAboutNobody ? undefined : "unasked-answer";
}
