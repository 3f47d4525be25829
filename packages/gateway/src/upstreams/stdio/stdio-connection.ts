import type { Transport as ClientTransport, JSONRPCMessage } from "@modelcontextprotocol/client";
import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { createLines } from "../../protocol/lines.ts";
import { parseMessage, readBatch } from "../../protocol/read-message.ts";
import type { Connection } from "../connection.ts";
import type { ResponseMatcher } from "../response-matcher.ts";
import { type Stray, UpstreamError, type UpstreamListeners } from "../upstream.ts";
import type { Child } from "./child.ts";

const maxUnreadBytes = 64 * 1024 * 1024;
const tailBytes = 4 * 1024;
const drainMs = 200;

interface StdioConnectionDeps {
  readonly clock: Clock;
  readonly listeners: Pick<UpstreamListeners, "strayed">;
}

/** Creates a wire to a child, one JSON message per line. Owns the child. */
export function createStdioConnection(
  child: Child,
  matcher: ResponseMatcher,
  { clock, listeners: { strayed } }: StdioConnectionDeps,
): Connection {
  const { stdin, stdout, stderr } = child.streams;
  const tail = createTail(tailBytes);
  const watch = strayed && createStrayWatch(strayed);
  let broken: UpstreamError | undefined;

  const abort = (): void => {
    broken ??= new UpstreamError({ kind: "garbled" }, { cause: notListening(tail) });
    stdout.destroy();
    void child[Symbol.asyncDispose]();
  };
  const deliver = (message: JSONRPCMessage): void => {
    if (matcher.take(message)) return;
    watch?.received(message);
    transport.onmessage?.(message);
  };
  const inbox = createInbox({ deliver, abort, watch });
  const write = createWrite(stdin, tail);
  const over = (): void => {
    broken ??= new UpstreamError({ kind: "lost" }, { cause: new Ended(tail) });
    transport.onclose?.();
  };
  const transport: ClientTransport & { pid: number; stderr: null } = {
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
    closeReason: () => broken,
    [Symbol.asyncDispose]: () => child[Symbol.asyncDispose](),
  };
}

function createWrite(
  stdin: Child["streams"]["stdin"],
  tail: Tail,
): (message: JSONRPCMessage) => void {
  return (message) => {
    if (!stdin.writable || stdin.writableLength > maxUnreadBytes) {
      throw new UpstreamError({ kind: "unreachable" }, { cause: notListening(tail) });
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

function notListening(tail: Tail): Error {
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

/** Parses a child's output into messages. */
export interface Inbox {
  readonly take: (chunk: Buffer) => void;
  /** Sets the negotiated protocol version. */
  readonly speak: (version: string) => void;
}

export interface InboxDeps {
  readonly deliver: (message: JSONRPCMessage) => void;
  readonly abort: () => void;
  readonly watch: StrayWatch | undefined;
}

const maxLineBytes = 10 * 1024 * 1024;
/** Maximum number of non-message lines between two messages. */
const maxNoiseLines = 1_000;
/** The only protocol version with batches. */
const batchVersion = "2025-03-26";

/** Delivers message lines, and gives up if a line is too long or there is too much noise. */
function createInbox({ deliver, abort, watch }: InboxDeps): Inbox {
  let noise = 0;
  let mayBatch = false;
  const takeOther = (line: string): void => {
    const batch = mayBatch ? readBatch(line) : undefined;
    noise = batch === undefined ? noise + 1 : 0;
    if (noise > maxNoiseLines) abort();
    if (batch === undefined) watch?.line(line);
    for (const message of batch ?? []) deliver(message);
  };
  const lines = createLines(maxLineBytes, (line) => {
    const message = parseMessage(line);
    if (message === undefined) return takeOther(line);
    noise = 0;
    deliver(message);
  });
  return {
    take: (chunk) => {
      if (!lines.push(chunk)) abort();
    },
    speak: (version) => {
      mayBatch = version === batchVersion;
    },
  };
}

/** Detects stray output among everything that is not an answer to our requests. */
export interface StrayWatch {
  /** Called for a line that is no message. */
  readonly line: (text: string) => void;
  /** Called for a message from the SDK's client. */
  readonly sent: (message: JSONRPCMessage) => void;
  /** Called for a message to the SDK's client. */
  readonly received: (message: JSONRPCMessage) => void;
}

/**
 * Creates the watch. It remembers every request of the client, so use it only for short
 * connections.
 */
function createStrayWatch(strayed: (what: Stray) => void): StrayWatch {
  const isAnswered = new Map<unknown, boolean>();
  return {
    // A blank line is harmless.
    line: (text) => {
      if (text.trim() !== "") strayed("line");
    },
    sent: (message) => {
      if ("id" in message && "method" in message) isAnswered.set(message.id, false);
    },
    received: (message) => {
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

/** The end of a stream that is otherwise discarded. */
export interface Tail {
  readonly push: (chunk: Buffer) => void;
  readonly text: () => string;
  /** Total number of bytes, kept or not. */
  readonly bytes: () => number;
}

export function createTail(maxBytes: number): Tail {
  let kept = Buffer.alloc(0);
  let bytes = 0;
  return {
    push: (chunk) => {
      bytes += chunk.length;
      // Copied, so that a small rest does not keep a large chunk alive.
      kept = Buffer.concat([kept, chunk.subarray(-maxBytes)]).subarray(-maxBytes);
    },
    text: () => kept.toString("utf8"),
    bytes: () => bytes,
  };
}
