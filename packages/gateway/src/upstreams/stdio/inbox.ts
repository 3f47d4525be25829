import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import { readBatch, readMessage } from "../../protocol/read-response.ts";
import { createLines } from "../lines.ts";
import type { StrayWatch } from "./stray-watch.ts";

/** What a child prints, as messages. */
export interface Inbox {
  readonly take: (chunk: Buffer) => void;
  /** The version of the protocol has been agreed on. */
  readonly speak: (version: string) => void;
}

export interface InboxDependencies {
  readonly deliver: (message: JSONRPCMessage) => void;
  readonly giveUp: () => void;
  readonly watch: StrayWatch | undefined;
}

const maxLineBytes = 10 * 1024 * 1024;
/** How many lines that are no messages a server may print between two that are. */
const maxNoiseLines = 1_000;
/** The one version of the protocol that has several messages in one. */
const batchVersion = "2025-03-26";

/** Delivers the lines that are messages, and gives up where one is too long or there are too many others. */
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
