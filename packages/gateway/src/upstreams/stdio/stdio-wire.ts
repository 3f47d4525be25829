import type { JSONRPCMessage, Transport as SdkTransport } from "@modelcontextprotocol/client";
import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import type { Answers } from "../answers.ts";
import { UpstreamError, type UpstreamListeners } from "../upstream.ts";
import type { Wire } from "../wire.ts";
import type { Child } from "./child.ts";
import { createInbox } from "./inbox.ts";
import { createStrayWatch } from "./stray-watch.ts";
import { createTail, type Tail } from "./tail.ts";

const maxUnreadBytes = 64 * 1024 * 1024;
const tailBytes = 4 * 1024;
const drainMs = 200;

interface StdioWireDependencies {
  readonly clock: Clock;
  readonly listeners: Pick<UpstreamListeners, "strayed">;
}

/** Creates a wire to a child, one JSON message per line. Owns the child. */
export function createStdioWire(
  child: Child,
  answers: Answers,
  { clock, listeners: { strayed } }: StdioWireDependencies,
): Wire {
  const { stdin, stdout, stderr } = child.streams;
  const tail = createTail(tailBytes);
  const watch = strayed && createStrayWatch(strayed);
  let broken: UpstreamError | undefined;

  const giveUp = (): void => {
    broken ??= new UpstreamError({ kind: "garbled" }, { cause: unheard(tail) });
    stdout.destroy();
    void child[Symbol.asyncDispose]();
  };
  const deliver = (message: JSONRPCMessage): void => {
    if (answers.take(message)) return;
    watch?.heard(message);
    transport.onmessage?.(message);
  };
  const inbox = createInbox({ deliver, giveUp, watch });
  const write = createWrite(stdin, tail);
  const over = (): void => {
    broken ??= new UpstreamError({ kind: "lost" }, { cause: new Ended(tail) });
    transport.onclose?.();
  };
  const transport: SdkTransport & { pid: number; stderr: null } = {
    // By these two properties the SDK recognizes a child process, and treats silence as the legacy
    // era.
    pid: child.pid,
    stderr: null,
    start: async () => {
      stdout.on("data", inbox.take);
      stderr.on("data", tail.push);
      void untilEnded(child, clock).then(over);
    },
    send: async (message) => {
      watch?.sent(message);
      write(message);
    },
    setProtocolVersion: inbox.speak,
    close: () => Promise.resolve(child[Symbol.asyncDispose]()),
  };
  return {
    transport,
    send: async (request) => {
      write(request);
    },
    brokenBy: () => broken,
    [Symbol.asyncDispose]: () => child[Symbol.asyncDispose](),
  };
}

function createWrite(
  stdin: Child["streams"]["stdin"],
  tail: Tail,
): (message: JSONRPCMessage) => void {
  return (message) => {
    if (!stdin.writable || stdin.writableLength > maxUnreadBytes) {
      throw new UpstreamError({ kind: "unreachable" }, { cause: unheard(tail) });
    }
    stdin.write(`${JSON.stringify(message)}\n`);
  };
}

/**
 * Waits for the end of a child, ends its own children, and lets its remaining output be read first.
 */
async function untilEnded(child: Child, clock: Clock): Promise<void> {
  await child.exited;
  await child[Symbol.asyncDispose]();
  const patience = new AbortController();
  await Promise.race([child.closed, clock.sleep(drainMs, patience.signal).catch(() => undefined)]);
  patience.abort();
  for (const stream of Object.values(child.streams)) stream.destroy();
}

/** For the log only: a server's error output is untrusted text. */
interface LastWords {
  readonly bytes: number;
  readonly tail: string;
}

function lastWordsIn(tail: Tail): LastWords {
  return { bytes: tail.bytes(), tail: tail.text() };
}

function unheard(tail: Tail): Error {
  return new Error("The server's process does not listen.", { cause: lastWordsIn(tail) });
}

/** Carries a code, from which the message is derived. */
class Ended extends Error {
  override readonly name = "Ended";
  readonly code = "EXITED";

  constructor(tail: Tail) {
    super("The server's process ended.", { cause: lastWordsIn(tail) });
  }
}
