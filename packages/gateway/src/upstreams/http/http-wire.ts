import type {
  JSONRPCMessage,
  JSONRPCRequest,
  Transport as SdkTransport,
} from "@modelcontextprotocol/client";
import type { Dispatcher } from "undici";
import type { Clock } from "../../kernel/clock.ts";
import type { Answers } from "../answers.ts";
import { UpstreamError } from "../upstream.ts";
import type { SendOptions, Wire } from "../wire.ts";
import { type Carrier, createSse, createStreamable } from "./carrier.ts";
import { createFetch } from "./create-fetch.ts";
import { toHttpError } from "./http-fault.ts";
import { type Ticket, ticketHeader } from "./ticket.ts";

export interface HttpWireDependencies {
  readonly url: URL;
  readonly kind: "streamable_http" | "sse";
  readonly dispatcher: Dispatcher;
  readonly clock: Clock;
  readonly maxBytes: number;
}

/** How long a server may take to hear that we are leaving. */
const farewellMs = 1_000;

/** Does not own the dispatcher: whoever made it closes it. */
export function createHttpWire(answers: Answers, dependencies: HttpWireDependencies): Wire {
  const { clock } = dependencies;
  const tickets = new Map<string, Ticket>();
  const carrier = createCarrier(dependencies, tickets);

  return {
    transport: withInbox(carrier, answers.take),
    send: async (request, options) => {
      const ticket: Ticket = {};
      const id = Number(request.id);
      tickets.set(String(id), ticket);
      try {
        await carrier.transport.send(request, sendOptions(request, { ticket, answers, options }));
        // A plain response that is over and did not answer us will not do so any more.
        if (ticket.streaming === true || carrier.answersApart || !answers.isOpen(id)) return;
        throw new UpstreamError({ kind: "garbled" });
      } catch (error) {
        void closeIfForgotten(carrier, ticket);
        throw toHttpError(error, ticket, clock);
      } finally {
        tickets.delete(String(id));
      }
    },
    brokenBy: () => undefined,
    [Symbol.asyncDispose]: () => leave(carrier, clock),
  };
}

function createCarrier(dependencies: HttpWireDependencies, tickets: Map<string, Ticket>): Carrier {
  const { kind, dispatcher, maxBytes } = dependencies;
  const { url, headers } = withoutCredentials(dependencies.url);
  const fetch = createFetch({ dispatcher, maxBytes, tickets, headers });
  return kind === "sse" ? createSse(url, fetch) : createStreamable(url, fetch);
}

/** A password in the address would be repeated in every error about the address. */
function withoutCredentials(given: URL): { url: URL; headers: Record<string, string> } {
  const url = new URL(given);
  if (url.username === "" && url.password === "") return { url, headers: {} };
  const pair = [url.username, url.password].map(decodeURIComponent).join(":");
  url.username = "";
  url.password = "";
  return { url, headers: { authorization: `Basic ${Buffer.from(pair).toString("base64")}` } };
}

interface Sending {
  readonly ticket: Ticket;
  readonly answers: Answers;
  readonly options: SendOptions;
}

function sendOptions(
  request: JSONRPCRequest,
  { ticket, answers, options }: Sending,
): NonNullable<Parameters<SdkTransport["send"]>[1]> {
  return {
    headers: { ...options.headers, [ticketHeader]: String(request.id) },
    requestSignal: options.signal,
    onRequestStreamEnd: () => {
      const kind = ticket.oversized === true ? "garbled" : "lost";
      answers.fail(Number(request.id), new UpstreamError({ kind }));
    },
  };
}

/** The SDK's transport, but our answers are taken out before its client sees them. */
function withInbox({ transport: inner, endsWith }: Carrier, take: Answers["take"]): SdkTransport {
  const outer: SdkTransport = {
    hasPerRequestStream: inner.hasPerRequestStream === true,
    start: () => inner.start(),
    send: (message, options) => inner.send(message, options),
    close: () => inner.close(),
    setProtocolVersion: (version) => {
      inner.setProtocolVersion?.(version);
    },
  };
  // The SDK knows one listener of each kind, and these properties are how it is named.
  Object.assign(inner, {
    onmessage: (message: JSONRPCMessage) => {
      if (!take(message)) outer.onmessage?.(message);
    },
    onclose: () => outer.onclose?.(),
    onerror: (error: Error) => {
      outer.onerror?.(error);
      if (endsWith(error)) void inner.close();
    },
  } satisfies Partial<SdkTransport>);
  return outer;
}

/** A legacy server that lost our session refuses everything until we say hello again. */
async function closeIfForgotten({ transport }: Carrier, { status }: Ticket): Promise<void> {
  if (transport.sessionId === undefined || (status !== 400 && status !== 404)) return;
  // One request may be refused for what it is. Whether the session is gone, a ping tells.
  await transport
    .send({ jsonrpc: "2.0", id: "still-there", method: "ping" })
    .catch(() => transport.close());
}

async function leave({ transport, sayGoodbye }: Carrier, clock: Clock): Promise<void> {
  const patience = new AbortController();
  await Promise.race([
    sayGoodbye().catch(() => undefined),
    clock.sleep(farewellMs, patience.signal).catch(() => undefined),
  ]);
  patience.abort();
  await transport.close();
}
