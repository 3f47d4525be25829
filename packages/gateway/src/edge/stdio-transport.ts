import type { Readable, Writable } from "node:stream";
import {
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  type JSONRPCNotification,
  type JSONRPCRequest,
  SUBSCRIPTION_ID_META_KEY,
  type Transport,
} from "@modelcontextprotocol/server";
import type { JsonObject } from "@toolcourt/sdk";
import { createStrictLines, type LineReading } from "../protocol/lines.ts";
import { type MessageReading, parseError, readMessage } from "../protocol/read-message.ts";
import { Outbox, type OutboxDeps } from "./outbox.ts";

export interface Pipes {
  readonly input: Readable;
  readonly output: Writable;
}

/** Watches messages in transit. */
export interface StdioTraffic {
  /** Returns a refusal if the message must not be passed on. */
  readonly received: (message: JsonObject) => RefusedMessage | undefined;
  /** Called with the id of a request that is being answered. */
  readonly answered: (id: string | number) => void;
  /** Called with the id of a listen request that is accepted. */
  readonly accepted: (id: string | number) => void;
  readonly closed: () => void;
}

export type RefusedMessage = MessageReading & { readonly kind: "refused" };

const maxLineBytes = 4 * 1024 * 1024;

/**
 * Reads messages from a pipe, one per line, as strictly as from HTTP. A bad line gets an error and
 * reading goes on. While much waits to be read by the client, nothing is read from it. A client that
 * does not read at all is given up.
 */
export function createStdioTransport(
  { input, output }: Pipes,
  traffic: readonly StdioTraffic[],
  deps: Pick<OutboxDeps, "clock" | "stalled">,
): { readonly transport: Transport; readonly gone: Promise<void> } {
  let isOpen = false;
  const gone = Promise.withResolvers<void>();
  const outbox = new Outbox(output, {
    clock: deps.clock,
    congested: (isCongested) => throttle(input, isCongested),
    stalled: (bytes) => {
      deps.stalled(bytes);
      end();
      output.destroy(notRead());
    },
  });
  const write = (message: object): void => outbox.write(`${JSON.stringify(message)}\n`);
  const pass = (message: JSONRPCMessage): unknown => isOpen && transport.onmessage?.(message);
  const push = createStrictLines(maxLineBytes, createRead(traffic, write, pass));
  const end = (): void => {
    if (!isOpen) return;
    isOpen = false;
    input.off("data", push);
    for (const event of ends) input.off(event, end);
    output.off("error", end);
    // A late error on an abandoned pipe must not crash the process.
    output.on("error", () => undefined);
    input.pause();
    outbox.close();
    for (const each of traffic) each.closed();
    gone.resolve();
    transport.onclose?.();
  };

  const transport: Transport = {
    start: async () => {
      isOpen = true;
      for (const event of ends) input.once(event, end);
      output.once("error", end);
      input.on("data", push);
      if (input.readableEnded || input.destroyed) setImmediate(end);
    },
    send: async (message) => {
      tell(message, traffic);
      write(message);
      await outbox.drained();
    },
    close: async () => end(),
  };
  return { transport, gone: gone.promise };
}

function tell(message: JSONRPCMessage, traffic: readonly StdioTraffic[]): void {
  if ("method" in message) {
    const id = acceptedBy(message);
    if (id !== undefined) for (const each of traffic) each.accepted(id);
  } else if (message.id !== undefined) {
    for (const each of traffic) each.answered(message.id);
  }
}

/** Returns the id of the listen request that a message acknowledges. */
function acceptedBy({ method, params }: JSONRPCRequest | JSONRPCNotification) {
  if (method !== "notifications/subscriptions/acknowledged") return undefined;
  const id = params?._meta?.[SUBSCRIPTION_ID_META_KEY];
  return typeof id === "string" || typeof id === "number" ? id : undefined;
}

function throttle(input: Readable, isCongested: boolean): void {
  if (isCongested) input.pause();
  else input.resume();
}

/**
 * Reads lines. Answers bad ones with an error and passes the messages on. The rest of a chunk may
 * be read after the end.
 */
function createRead(
  traffic: readonly StdioTraffic[],
  write: (message: object) => void,
  pass: (message: JSONRPCMessage) => unknown,
): (line: LineReading) => void {
  return (line) => {
    const reading = readLine(line);
    if (reading === undefined) return;
    const refusal = refusalOf(reading, traffic);
    if (refusal !== undefined) {
      const { id = null, code, message } = refusal;
      write({ jsonrpc: "2.0", id, error: { code, message } });
    } else if (reading.kind === "message") {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `readLine` has asked the SDK itself
      pass(reading.message as unknown as JSONRPCMessage);
    }
  };
}

const ends = ["end", "close", "error"] as const;

function refusalOf(
  reading: MessageReading,
  traffic: readonly StdioTraffic[],
): RefusedMessage | undefined {
  if (reading.kind === "refused") return reading;
  let refusal: RefusedMessage | undefined;
  for (const each of traffic) refusal ??= each.received(reading.message);
  return refusal;
}

/** Parses a line. Undefined for a blank one, which some clients send as keepalive. */
function readLine(line: LineReading): MessageReading | undefined {
  if (line.kind === "too-long") return refused("Send at most 4 MB a line.");
  if (line.kind === "not-text") return refused("Send UTF-8 text.");
  if (line.text.trim() === "") return undefined;
  const reading = readMessage(line.text);
  // The SDK would drop an unknown message silently, so refuse it here.
  if (reading.kind === "refused" || isKnown(reading.message)) return reading;
  return { ...refused("Send a message of the protocol."), code: -32_600 };
}

function isKnown(message: JsonObject): boolean {
  return (
    isJSONRPCRequest(message) ||
    isJSONRPCNotification(message) ||
    isJSONRPCResultResponse(message) ||
    isJSONRPCErrorResponse(message)
  );
}

function refused(message: string): RefusedMessage {
  return { kind: "refused", code: parseError, message };
}

/** The code says that the reader has left, because it might as well have. */
function notRead(): Error {
  return Object.assign(new Error("The client does not read."), { code: "EPIPE" });
}
