import type {
  JSONRPCMessage,
  JSONRPCRequest,
  Transport as SdkTransport,
} from "@modelcontextprotocol/client";
import type { Dispatcher } from "../../boundary/egress/origin-agent.ts";
import type { Clock } from "../../foundation/kernel/clock.ts";
import { percentDecoded } from "../../foundation/kernel/percent-decoded.ts";
import type { Answers } from "../answers.ts";
import { type Era, UpstreamError } from "../upstream.ts";
import type { SendOptions, Wire } from "../wire.ts";
import { type Carrier, createSse, createStreamable } from "./carrier.ts";
import { createFetch } from "./create-fetch.ts";
import { type Reached, toHttpError } from "./http-fault.ts";
import { createLingering, type Lingering } from "./lingering.ts";
import { type Posting, post } from "./post.ts";
import { requestHeaders } from "./request-headers.ts";
import type { StreamEnd } from "./response-reading.ts";

export interface HttpWireDependencies {
  readonly url: URL;
  readonly kind: "streamable_http" | "sse";
  readonly dispatcher: Dispatcher;
  readonly clock: Clock;
  readonly maxBytes: number;
  /** Whether a response is listened to although its caller left, where the server was told of that. */
  readonly hearsOut: boolean;
}

/** How long a server may take to hear that we are leaving. */
const farewellMs = 1_000;
/** How long a response may go on after it has answered. */
const lingerMs = 1_000;
/** How long we wait before we take up a broken stream, unless the server says how long. */
const retryMs = 1_000;

/** Does not own the dispatcher: whoever made it closes it. */
export function createHttpWire(answers: Answers, dependencies: HttpWireDependencies): Wire {
  const { clock } = dependencies;
  const address = withoutCredentials(dependencies.url);
  const carrier = createCarrier(dependencies, address);
  const transport = withInbox(carrier, answers.take);
  const lingering = createLingering(clock, lingerMs);

  const sendDirectly = createSendDirectly(answers, {
    ...dependencies,
    address,
    transport,
    lingering,
  });

  return {
    transport,
    send: async (request, options) => {
      let reached: Reached = {};
      const onStatus: Posting["onStatus"] = (status, retryAfter) => {
        reached = { status, retryAfter };
      };
      try {
        const { direct } = carrier;
        if (direct === undefined) await carrier.transport.send(request);
        else await sendDirectly({ direct, request, options, onStatus });
      } catch (error) {
        void closeIfForgotten(carrier, reached);
        throw toHttpError(error, reached, clock);
      }
    },
    brokenBy: () => undefined,
    [Symbol.asyncDispose]: () => {
      lingering[Symbol.dispose]();
      return leave(carrier, clock);
    },
  };
}

interface DirectDependencies extends HttpWireDependencies {
  readonly address: Address;
  /** Where messages go that are not for us. */
  readonly transport: SdkTransport;
  readonly lingering: Lingering;
}

function createSendDirectly(
  answers: Answers,
  dependencies: DirectDependencies,
): (sending: Sending) => Promise<void> {
  const { address, transport, lingering, clock, dispatcher, maxBytes, hearsOut } = dependencies;
  // The parts of a `URL` are put together anew whenever they are asked for.
  const { origin, pathname, search } = address.url;
  const path = `${pathname}${search}`;

  return async ({ direct, request, options, onStatus }) => {
    const { era, signal, leaving } = options;
    const session = direct.session();
    const id = Number(request.id);
    // A modern server, or one without sessions, learns that a caller left by this and by nothing else.
    const isHeardOut = hearsOut && era === "legacy" && session.id !== undefined;
    const end = await post(request, {
      dispatcher,
      maxBytes,
      origin,
      path,
      headers: Object.assign(
        requestHeaders(request, era, session),
        options.headers,
        address.headers,
      ),
      // What is heard out ends with the connection.
      signal: isHeardOut ? never : signal,
      leaving: isHeardOut ? {} : leaving,
      deliver: (message) => {
        if (!answers.take(message, id)) transport.onmessage?.(message);
      },
      isAnswered: () => !answers.isOpen(id) && !answers.isLeft(id),
      lingering,
      onStatus,
    });
    if (!answers.isOpen(id)) return;
    const { lastEventId, waitMs } = whereToResume(end, era);
    await clock.sleep(waitMs, signal);
    await direct.resume(lastEventId);
  };
}

const never = new AbortController().signal;

function whereToResume(
  end: StreamEnd | undefined,
  era: Era,
): { readonly lastEventId: string; readonly waitMs: number } {
  // A plain response that is over and did not answer us will not do so any more.
  if (end === undefined) throw new UpstreamError({ kind: "garbled" });
  const { lastEventId, retryMs: waitMs = retryMs } = end;
  if (lastEventId === undefined || era === "modern") throw new UpstreamError({ kind: "lost" });
  return { lastEventId, waitMs };
}

interface Sending {
  readonly direct: NonNullable<Carrier["direct"]>;
  readonly request: JSONRPCRequest;
  readonly options: SendOptions;
  readonly onStatus: Posting["onStatus"];
}

function createCarrier(dependencies: HttpWireDependencies, { url, headers }: Address): Carrier {
  const { kind, dispatcher, clock, maxBytes } = dependencies;
  const fetch = createFetch({ dispatcher, clock, maxBytes, headers });
  return kind === "sse" ? createSse(url, fetch) : createStreamable(url, fetch);
}

interface Address {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
}

/** A password in the address would be repeated in every error about the address. */
function withoutCredentials(given: URL): Address {
  const url = new URL(given);
  if (url.username === "" && url.password === "") return { url, headers: {} };
  const pair = [url.username, url.password].map(percentDecoded).join(":");
  url.username = "";
  url.password = "";
  return { url, headers: { authorization: `Basic ${Buffer.from(pair).toString("base64")}` } };
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
async function closeIfForgotten({ transport }: Carrier, { status }: Reached): Promise<void> {
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
