import type { Readable, Writable } from "node:stream";
import {
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  type Transport,
} from "@modelcontextprotocol/server";
import type { JsonObject } from "@toolcourt/sdk";
import { type MessageReading, parseError, readMessage } from "../protocol/read-message.ts";
import { createStrictLines, type LineReading } from "../protocol/strict-lines.ts";

export interface Pipes {
  readonly input: Readable;
  readonly output: Writable;
}

/** What the entrance does with messages besides handing them on. */
export interface StdioTraffic {
  /** Gives the refusal of a message that is not to be handed on. */
  readonly received: (message: JsonObject) => RefusedMessage | undefined;
  readonly sent: (message: JSONRPCMessage) => void;
  readonly closed: () => void;
}

export type RefusedMessage = MessageReading & { readonly kind: "refused" };

const maxLineBytes = 4 * 1024 * 1024;

/**
 * Reads messages from a pipe, one a line, as strictly as from HTTP. A bad line is answered with an error
 * and reading goes on: noise ends nothing.
 */
export function createStdioTransport({ input, output }: Pipes, traffic: StdioTraffic): Transport {
  const write = (message: object): boolean => output.write(`${JSON.stringify(message)}\n`);
  const read = (line: LineReading): void => {
    const reading = readLine(line);
    if (reading === undefined) return;
    const refusal = reading.kind === "refused" ? reading : traffic.received(reading.message);
    if (refusal !== undefined) {
      const { id = null, code, message } = refusal;
      write({ jsonrpc: "2.0", id, error: { code, message } });
    } else if (reading.kind === "message") {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `readLine` has asked the SDK itself
      transport.onmessage?.(reading.message as unknown as JSONRPCMessage);
    }
  };
  const push = createStrictLines(maxLineBytes, read);
  let isOpen = false;
  const end = (): void => {
    if (!isOpen) return;
    isOpen = false;
    input.off("data", push);
    for (const event of ends) input.off(event, end);
    output.off("error", end);
    // A late failure of a pipe that nobody reads any more is no failure of ours.
    output.on("error", () => undefined);
    input.pause();
    traffic.closed();
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
      traffic.sent(message);
      if (!write(message)) await drained(output);
    },
    close: async () => end(),
  };
  return transport;
}

const ends = ["end", "close", "error"] as const;

/** Undefined for a line without anything on it, which some clients send to keep a pipe alive. */
function readLine(line: LineReading): MessageReading | undefined {
  if (line.kind === "too-long") return refused("Send at most 4 MB a line.");
  if (line.kind === "not-text") return refused("Send UTF-8 text.");
  if (line.text.trim() === "") return undefined;
  const reading = readMessage(line.text);
  // What the SDK would drop in silence is refused aloud.
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

/** Resolves also when the pipe breaks: then nothing more is to be waited for. */
function drained(output: Writable): Promise<void> {
  return new Promise((resolve) => {
    const settle = (): void => {
      output.off("drain", settle);
      output.off("close", settle);
      output.off("error", settle);
      resolve();
    };
    output.on("drain", settle);
    output.on("close", settle);
    output.on("error", settle);
  });
}
