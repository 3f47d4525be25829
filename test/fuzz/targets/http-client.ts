// The client for MCP servers: it must read a response as undici does, or refuse it.
import { Socket } from "node:net";
import { nextTick } from "node:process";
import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { HttpClient } from "@toolcourt/gateway/internal/upstreams/http/client/http-client";
import { HttpExchange } from "@toolcourt/gateway/internal/upstreams/http/client/http-exchange";
import type { ResponseHead } from "@toolcourt/gateway/internal/upstreams/http/client/response-head";
import { Client, type Dispatcher } from "undici";
import { generateResponse } from "../responses.ts";
import { promised } from "../target.ts";

export const covers = /\/gateway\/src\/upstreams\/http\/client\//;
export const generate = generateResponse;

export const seeds: readonly string[] = [
  "\nHTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}",
  "dd\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
  "\nHTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: {}\n\n",
  "\nHTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n",
  "\nHTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 429 \r\nRetry-After: 7\r\nContent-Length: 0\r\n\r\n",
];

export const words: readonly string[] = [
  "HTTP/1.1 200 OK\r\n",
  "HTTP/1.0 200 OK\r\n",
  "HTTP/1.1 ",
  "204",
  "304",
  "103",
  "\r\n",
  "\r\n\r\n",
  "\r",
  "\n",
  ":",
  ": ",
  "0\r\n\r\n",
  "Content-Length: ",
  "Content-Length: 5\r\n",
  "Transfer-Encoding: ",
  "chunked",
  "identity",
  ", ",
  "Connection: close\r\n",
  "Connection: keep-alive\r\n",
  "Keep-Alive: timeout=5\r\n",
  "Content-Type: application/json\r\n",
  "Content-Encoding: gzip\r\n",
  "Retry-After: 7\r\n",
  "Upgrade: h2c\r\n",
  ";a=b",
  "\t",
  " ",
  "\u0000",
  "\u007f",
  "00",
  "ffffffff",
];

/** How one client read a response. */
class Reading {
  isAccepted = false;
  isSettled = false;
  /** Whether the connection would be used again. */
  isKept = false;
  status = 0;
  /** The fields that we use, as in a `ResponseHead`. */
  fields: readonly (string | undefined)[] = [];
  readonly body: Buffer[] = [];

  settle(isAccepted: boolean): void {
    this.isSettled = true;
    this.isAccepted = isAccepted;
  }

  text(): string {
    const { status, fields, isKept, body } = this;
    if (!this.isAccepted) return "refused";
    return JSON.stringify([status, isKept, ...fields, Buffer.concat(body).toString("latin1")]);
  }
}

/** How many responses were read alike, and how many only undici accepts. */
const tally = { accepted: 0, refused: 0, onlyTheirs: 0 };

export function summary(): string {
  const { accepted, refused, onlyTheirs } = tally;
  return `${accepted} accepted by both, ${refused} refused by both, ${onlyTheirs} only by undici`;
}

/** Lengths of pieces, a line end, and the response. */
export async function fuzz(data: Buffer): Promise<void> {
  const split = data.indexOf(10);
  const lengths = split < 0 || split > 16 ? [] : [...data.subarray(0, split)];
  const response = lengths.length > 0 || split === 0 ? data.subarray(split + 1) : data;
  const pieces = cut(response, lengths);
  const [ours, whole, theirs] = await Promise.all([
    readByClient(pieces),
    readByClient([response]),
    readByUndici(pieces),
  ]);
  promised(ours.isSettled && theirs.isSettled, "A response never ends.");
  const read = ours.text();
  promised(read === whole.text(), `The split matters: ${read} or ${whole.text()}`);
  count(ours, theirs);
  if (!ours.isAccepted) return;
  promised(theirs.isAccepted, `Undici refuses it: ${read}`);
  // We may close what undici keeps, but not the other way round.
  promised(!ours.isKept || theirs.isKept, `Undici closes the connection: ${read}`);
  theirs.isKept = ours.isKept;
  promised(read === theirs.text(), `Undici reads it differently: ${read} and ${theirs.text()}`);
}

function count(ours: Reading, theirs: Reading): void {
  if (ours.isAccepted) tally.accepted += 1;
  else if (theirs.isAccepted) tally.onlyTheirs += 1;
  else tally.refused += 1;
}

function cut(response: Buffer, lengths: readonly number[]): readonly Buffer[] {
  const pieces: Buffer[] = [];
  let at = 0;
  for (const length of lengths) {
    pieces.push(response.subarray(at, at + length));
    at += length;
  }
  return [...pieces, response.subarray(at)].filter((piece) => piece.length > 0);
}

/** A socket without a network. The other side answers the first write. */
class Wire extends Socket {
  readonly requested = Promise.withResolvers<void>();

  override _read(): void {}
  override _write(_chunk: unknown, _encoding: string, done: () => void): void {
    this.requested.resolve();
    done();
  }
  override _writev(_chunks: unknown, done: () => void): void {
    this.requested.resolve();
    done();
  }
  override _final(done: () => void): void {
    done();
  }

  /** Sends the pieces of a response, each in a turn of its own, and then closes. */
  async answer(pieces: readonly Buffer[], reading: Reading): Promise<void> {
    await this.requested.promise;
    for (const piece of pieces) {
      if (!this.destroyed) this.push(Buffer.from(piece));
      await turn();
    }
    await turn();
    reading.isKept = reading.isSettled && !this.destroyed;
    if (!this.destroyed) this.push(null);
    for (let turns = 0; turns < 20 && !reading.isSettled; turns += 1) await turn();
    this.destroy();
  }
}

/** Lets a stream pass on what it has. A whole turn of the event loop would take much longer. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    nextTick(() => nextTick(resolve));
  });
}

const stopped: Clock = {
  now: () => 0,
  monotonic: () => 0,
  sleep: () => Promise.withResolvers<void>().promise,
};

async function readByClient(pieces: readonly Buffer[]): Promise<Reading> {
  const wire = new Wire();
  using client = new HttpClient(new URL("http://server.example/mcp"), {
    clock: stopped,
    connect: (_asked, report) => report(null, wire),
  });
  const reading = new Reading();
  client.send(new Read(reading));
  await wire.answer(pieces, reading);
  return reading;
}

class Read extends HttpExchange {
  readonly #reading: Reading;

  constructor(reading: Reading) {
    super({ accept: "application/json" }, "{}");
    this.#reading = reading;
  }

  override onHead(head: ResponseHead): void {
    const { status, contentType, contentEncoding, retryAfter, challenge } = head;
    this.#reading.status = status;
    this.#reading.fields = [contentType, contentEncoding, retryAfter, challenge];
  }

  override onBody(chunk: Buffer): void {
    this.#reading.body.push(chunk);
  }

  protected override onEnd(): void {
    this.#reading.settle(true);
  }

  protected override onError(): void {
    this.#reading.settle(false);
  }
}

async function readByUndici(pieces: readonly Buffer[]): Promise<Reading> {
  const wire = new Wire();
  const client = new Client("http://server.example", {
    // Undici waits for ever if its connector reports at once.
    connect: (_asked, report) => queueMicrotask(() => report(null, wire)),
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const reading = new Reading();
  const headers = { accept: "application/json" };
  client.dispatch({ path: "/mcp", method: "POST", headers, body: "{}" }, handlerOf(reading));
  await wire.answer(pieces, reading);
  await client.destroy();
  return reading;
}

const used = ["content-type", "content-encoding", "retry-after", "www-authenticate"];

function handlerOf(reading: Reading): Dispatcher.DispatchHandler {
  return {
    onRequestStart: () => undefined,
    onResponseStart: (_controller, status, headers) => {
      if (status < 200) return;
      reading.status = status;
      reading.fields = used.map((name) => firstOf(headers[name]));
    },
    onResponseData: (_controller, chunk) => {
      reading.body.push(Buffer.from(chunk));
    },
    onResponseEnd: () => reading.settle(true),
    onResponseError: () => reading.settle(false),
  };
}

/** Returns the first value without the spaces around it, which belong to no value. */
function firstOf(value: string | string[] | undefined): string | undefined {
  return (Array.isArray(value) ? value[0] : value)?.replaceAll(/^[ \t]+|[ \t]+$/g, "");
}
