import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import { readBatch, readMessage } from "../../protocol/read-response.ts";
import { createLines } from "../lines.ts";
import type { StrayWatch } from "./stray-watch.ts";

/** Parses a child's output into messages. */
export interface Inbox {
  readonly take: (chunk: Buffer) => void;
  /** Sets the negotiated protocol version. */
  readonly speak: (version: string) => void;
}

export interface InboxDependencies {
  readonly deliver: (message: JSONRPCMessage) => void;
  readonly giveUp: () => void;
  readonly watch: StrayWatch | undefined;
}

const maxLineBytes = 10 * 1024 * 1024;
/** Maximum number of non-message lines between two messages. */
const maxNoiseLines = 1_000;
/** The only protocol version with batches. */
const batchVersion = "2025-03-26";

/** Delivers message lines, and gives up if a line is too long or there is too much noise. */
export function createInbox({ deliver, giveUp, watch }: InboxDependencies): Inbox {
  let noise = 0;
  let mayBatch = false;
  const takeOther = (line: string): void => {
    const batch = mayBatch ? readBatch(line) : undefined;
    noise = batch === undefined ? noise + 1 : 0;
    if (noise > maxNoiseLines) giveUp();
    if (batch === undefined) watch?.line(line);
    for (const message of batch ?? []) deliver(message);
  };
  const lines = createLines(maxLineBytes, (line) => {
    const message = readMessage(line);
    if (message === undefined) return takeOther(line);
    noise = 0;
    deliver(message);
  });
  return {
    take: (chunk) => {
      if (!lines.push(chunk)) giveUp();
    },
    speak: (version) => {
      mayBatch = version === batchVersion;
    },
  };
}
