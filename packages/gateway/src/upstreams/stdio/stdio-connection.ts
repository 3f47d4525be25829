import type { Transport as ClientTransport, JSONRPCMessage } from "@modelcontextprotocol/client";
import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { createLines } from "../../protocol/lines.ts";
import { answeredIdIn, type Excess, excessIn } from "../../protocol/message-size.ts";
import { parseMessage, readBatch } from "../../protocol/read-message.ts";
import { type Connection, waitAtMost } from "../connection.ts";
import type { ResponseMatcher } from "../response-matcher.ts";
import {
  type OverLimit,
  overLimitCodes,
  type Stray,
  UpstreamError,
  type UpstreamListeners,
} from "../upstream.ts";
import type { Child } from "./child.ts";

const maxUnreadBytes = 64 * 1024 * 1024;
const tailBytes = 4 * 1024;
const drainMs = 200;

interface StdioConnectionDeps extends Pick<Runtime, "clock"> {
  readonly listeners: Pick<UpstreamListeners, "strayed" | "wroteError" | "ended">;
  /** Returns the limit of its sandbox that it exceeded. Default: it has no sandbox. */
  readonly overLimit?: (() => OverLimit | undefined) | undefined;
}

/** Creates a connection to a child, one JSON message per line. Owns the child. */
export function createStdioConnection(
  child: Child,
  matcher: ResponseMatcher,
  { clock, listeners: { strayed, wroteError, ended }, overLimit }: StdioConnectionDeps,
): Connection {
  const { stdin, stdout, stderr } = child.streams;
  const tail = new Tail(tailBytes);
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
  const inbox = createInbox({ deliver, matcher, abort, watch, heard: tail.hear });
  const write = createWrite(stdin, tail, abort);
  const closing = createClosing(child);
  const over = (): void => {
    const limit = overLimit?.();
    if (!closing.isMeant()) ended?.(tail.lastWords().tail, limit);
    broken ??= new UpstreamError({ kind: "lost" }, { cause: new Ended(tail, limit) });
    transport.onclose?.();
  };
  const transport: ClientTransport & { pid: number; stderr: null } = {
    // By these two properties the SDK recognizes a child process, and treats silence as the legacy
    // era.
    pid: child.pid,
    stderr: null,
    start: async () => {
      stdout.on("data", inbox.take);
      stderr.on("data", tail.push).on("data", shownTo(wroteError));
      void untilEnded(child, clock).then(over);
    },
    send: async (message) => {
      watch?.sent(message);
      write(message);
    },
    setProtocolVersion: inbox.setVersion,
    close: closing.close,
  };
  return {
    transport,
    send: write,
    closeReason: () => broken,
    [Symbol.asyncDispose]: closing.close,
  };
}

/** Ends a child, and remembers that it was meant to end. */
function createClosing(child: Child) {
  let isMeant = false;
  return {
    isMeant: (): boolean => isMeant,
    close: (): Promise<void> => {
      isMeant = true;
      return Promise.resolve(child[Symbol.asyncDispose]());
    },
  };
}

function shownTo(listener: UpstreamListeners["wroteError"]): (chunk: Buffer) => void {
  return (chunk) => listener?.(chunk.subarray(0, tailBytes).toString("utf8"));
}

/** Creates the writer of messages. Ends a child that does not read: its next start may read. */
function createWrite(stdin: Child["streams"]["stdin"], tail: Tail, abort: () => void) {
  return function write(message: JSONRPCMessage): void {
    if (!stdin.writable || stdin.writableLength > maxUnreadBytes) {
      if (stdin.writable) abort();
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
  await waitAtMost(child.closed, clock, drainMs);
  for (const stream of Object.values(child.streams)) stream.destroy();
}

function notListening(tail: Tail): Error {
  return new Error("The server's process does not listen.", { cause: tail.lastWords() });
}

/** Carries a code, from which the message is derived. */
class Ended extends Error {
  override readonly name = "Ended";
  readonly code: string;

  constructor(tail: Tail, limit: OverLimit | undefined) {
    super("The server's process ended.", { cause: tail.lastWords() });
    this.code = limit === undefined ? "EXITED" : overLimitCodes[limit];
  }
}

const maxLineBytes = 10 * 1024 * 1024;
/** Maximum number of non-message lines between two messages. */
const maxNoiseLines = 1_000;
/** The only protocol version with batches. */
const batchVersion = "2025-03-26";

interface InboxDeps {
  readonly deliver: (message: JSONRPCMessage) => void;
  readonly matcher: ResponseMatcher;
  readonly abort: () => void;
  readonly watch: StrayWatch | undefined;
  /** Receives lines that are no messages. */
  readonly heard: (line: string) => void;
}

/** Delivers message lines, and gives up if a line is too long or there is too much noise. */
function createInbox({ deliver, matcher, abort, watch, heard }: InboxDeps) {
  let noise = 0;
  let mayBatch = false;
  const takeNoise = (line: string): void => {
    noise += 1;
    heard(line);
    if (noise > maxNoiseLines) abort();
    watch?.line(line);
  };
  const takeOther = (line: string): void => {
    const batch = mayBatch ? readBatch(line) : undefined;
    if (batch === undefined) return takeNoise(line);
    noise = 0;
    for (const message of batch) deliver(message);
  };
  /** Fails the one request that the line answers: the server may go on. */
  const takeExcess = (line: string, excess: Excess): void => {
    const id = answeredIdIn(line);
    if (id === undefined || !matcher.refuse(id, excess)) takeNoise(line);
  };
  const push = createLines(maxLineBytes, (line) => {
    const excess = excessIn(line);
    if (excess !== undefined) return takeExcess(line, excess);
    const message = parseMessage(line);
    if (message === undefined) return takeOther(line);
    noise = 0;
    deliver(message);
  });
  return {
    take: (chunk: Buffer): void => {
      if (!push(chunk)) abort();
    },
    setVersion: (version: string): void => {
      mayBatch = version === batchVersion;
    },
  };
}

type StrayWatch = ReturnType<typeof createStrayWatch>;

/**
 * Detects stray output among everything that is not an answer to our requests. Remembers every
 * request of the SDK's client, so use it only for short connections.
 */
function createStrayWatch(strayed: (what: Stray) => void) {
  const isAnswered = new Map<unknown, boolean>();
  return {
    /** Takes a line that is no message. A blank one is harmless. */
    line: (text: string): void => {
      if (text.trim() !== "") strayed("line");
    },
    sent: (message: JSONRPCMessage): void => {
      if ("id" in message && "method" in message) isAnswered.set(message.id, false);
    },
    received: (message: JSONRPCMessage): void => {
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
  const isUnparsed = (id === undefined || id === null) && "error" in message;
  return isUnparsed ? undefined : "unasked-answer";
}

/** Keeps the end of a stream that is otherwise discarded. */
export class Tail {
  readonly #maxBytes: number;
  #kept = Buffer.alloc(0);
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  readonly push = (chunk: Buffer): void => {
    this.#bytes += chunk.length;
    // Copied, so that a small rest does not keep a large chunk alive.
    const joined = Buffer.concat([this.#kept, chunk.subarray(-this.#maxBytes)]);
    this.#kept = joined.subarray(-this.#maxBytes);
  };

  /**
   * Takes a line on standard output that is no message: a usage text may be all that a program
   * says. A broken message may hold data, so it is left out.
   */
  readonly hear = (line: string): void => {
    if (!/^\s*[{[]/.test(line)) this.push(Buffer.from(`${line.slice(0, this.#maxBytes)}\n`));
  };

  /** For the log only: a server's error output is untrusted text. */
  lastWords(): { readonly bytes: number; readonly tail: string } {
    return { bytes: this.#bytes, tail: this.#kept.toString("utf8") };
  }
}
