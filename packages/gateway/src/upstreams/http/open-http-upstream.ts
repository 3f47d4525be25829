import type {
  Transport as ClientTransport,
  JSONRPCMessage,
  JSONRPCRequest,
} from "@modelcontextprotocol/client";
import { signalOf } from "@toolcourt/contracts/internal/kernel/cancellation";
import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { percentDecoded } from "@toolcourt/contracts/internal/kernel/percent-decoded";
import {
  createOriginAgent,
  createOriginConnector,
  type Dispatcher,
} from "../../boundary/egress/connector.ts";
import { openHeaders } from "../../boundary/egress/request-headers.ts";
import type { Era } from "../../protocol/era.ts";
import { connectUpstream } from "../connect.ts";
import { type Connection, type SendOptions, type UpstreamDeps, waitAtMost } from "../connection.ts";
import { ResponseMatcher } from "../response-matcher.ts";
import type { Transport } from "../transport.ts";
import { type Upstream, UpstreamError } from "../upstream.ts";
import { Authorizer } from "./authorize.ts";
import type { Refuse } from "./cap-body.ts";
import { HttpClient } from "./client/http-client.ts";
import { type Reached, toHttpError } from "./http-fault.ts";
import { type PostEnding, post, requestHeaders } from "./post.ts";
import { Lingering, type StreamEnd } from "./response-reading.ts";
import {
  createFetch,
  createSse,
  createStreamable,
  type SdkTransport,
  sendUntil,
} from "./sdk-transport.ts";

type HttpTransport = Transport<"streamable_http" | "sse">;

/** Opens a server over Streamable HTTP, or over the older HTTP with SSE. */
export async function openHttpUpstream(
  transport: HttpTransport,
  deps: UpstreamDeps,
): Promise<Upstream> {
  await using stack = new AsyncDisposableStack();
  const { kind, url } = transport;
  // The operator configured this origin. Any other address would come from the server only.
  const dispatcher = createOriginAgent(url, deps);
  stack.defer(() => dispatcher.destroy());
  const connect = createOriginConnector(url, deps);
  const client = stack.use(new HttpClient(url, { clock: deps.clock, connect }));
  // The old transport implies the legacy era: the modern era never had it.
  if (kind === "sse") deps.memory.remember({ kind: "legacy" });

  const matcher = new ResponseMatcher(deps);
  const connection = createHttpConnection(transport, { ...deps, dispatcher, client, matcher });
  const upstream = stack.use(await connectUpstream(connection, matcher, deps));

  const owned = stack.move();
  return { ...upstream, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

interface HttpConnectionDeps
  extends Pick<UpstreamDeps, "clock" | "readsAfterCancel" | "credentials"> {
  /** Sends what the SDK sends: the handshake, notifications and the streams between requests. */
  readonly dispatcher: Dispatcher;
  /** Sends our requests. */
  readonly client: HttpClient;
  readonly matcher: ResponseMatcher;
}

/** Time limit for telling a server that we are leaving. */
const farewellMs = 1_000;
/** How long a response may stay open after it has answered. */
const lingerMs = 1_000;
/** Delay before resuming a broken stream, unless the server sends one. */
const retryMs = 1_000;

/** Creates the connection. Does not own the dispatcher and the client: the caller closes them. */
function createHttpConnection(server: HttpTransport, deps: HttpConnectionDeps): Connection {
  const { clock, dispatcher, matcher, credentials } = deps;
  const { kind } = server;
  const address = addressOf(server);
  const authorizer = credentials && new Authorizer(credentials, address);
  const refuse: Refuse = (id, excess) => matcher.refuse(id, excess);
  const fetch = createFetch({
    dispatcher,
    clock,
    headers: address.headers,
    authorizer,
    refuse,
  });
  const sdkTransport = (kind === "sse" ? createSse : createStreamable)(address.url, fetch);
  const transport = withInbox(sdkTransport, matcher);
  const lingering = new Lingering(clock, lingerMs);
  const sendDirectly = createSendDirectly({
    ...deps,
    address,
    authorizer,
    transport,
    lingering,
  });

  return {
    transport,
    send: (request, options, fail) => {
      const reached: Reached = {};
      const failed = (error: unknown): void => {
        void closeIfForgotten(sdkTransport, reached);
        fail(toHttpError(error, reached, clock));
      };
      const { direct } = sdkTransport;
      if (direct === undefined) {
        sendUntil(signalOf(options.signal), () => sdkTransport.transport.send(request)).catch(
          failed,
        );
      } else sendDirectly({ direct, request, options, reached }, failed);
    },
    closeReason: () => undefined,
    farewell: () => endSession(sdkTransport, clock),
    [Symbol.asyncDispose]: () => {
      lingering[Symbol.dispose]();
      return sdkTransport.transport.close();
    },
  };
}

interface DirectDeps extends HttpConnectionDeps {
  readonly address: Address;
  /** Unset if the server needs no credential besides the headers of its address. */
  readonly authorizer: Authorizer | undefined;
  /** Receives the messages that are not answers to us. */
  readonly transport: ClientTransport;
  readonly lingering: Lingering;
}

function createSendDirectly(deps: DirectDeps) {
  const { matcher, address, transport, lingering, clock, client, readsAfterCancel } = deps;
  const { authorizer } = deps;

  return function sendDirectly(sending: Sending, failed: (error: unknown) => void): void {
    const { direct, request, options, reached } = sending;
    const { era, signal, cancelHandle } = options;
    const session = direct.session();
    const id = Number(request.id);
    // For a modern server, or one without sessions, closing the response is the only sign that a
    // caller left.
    const readsToEnd = readsAfterCancel === true && era === "legacy" && session.id !== undefined;
    const attempt = (added: Address["headers"], ending: PostEnding): void => {
      reached.status = undefined;
      const posting = {
        client,
        headers: Object.assign(requestHeaders(request, era, session), options.headers, added),
        // A response read to its end is bounded by the connection only.
        signal: readsToEnd ? never : signal,
        cancelHandle: readsToEnd ? {} : cancelHandle,
        id,
        matcher,
        transport,
        lingering,
        reached,
      };
      post(request, posting, ending);
    };
    const ended = (end: StreamEnd | undefined): void => {
      if (matcher.isOpen(id)) resume(sending, end).catch(failed);
    };
    if (authorizer === undefined) {
      attempt(address.headers, { resolve: ended, reject: failed });
      return;
    }
    const attempting = (added: Address["headers"]): Promise<StreamEnd | undefined> =>
      new Promise((resolve, reject) => attempt(added, { resolve, reject }));
    authorizer.send(attempting, () => reached, signalOf(signal)).then(ended, failed);
  };

  async function resume(
    { direct, options: { era, signal } }: Sending,
    end: StreamEnd | undefined,
  ): Promise<void> {
    const { lastEventId, waitMs } = whereToResume(end, era);
    await clock.sleep(waitMs, signalOf(signal));
    await direct.resume(lastEventId);
  }
}

const never = new AbortController().signal;

function whereToResume(
  end: StreamEnd | undefined,
  era: Era,
): { readonly lastEventId: string; readonly waitMs: number } {
  // A complete plain response without our answer will never contain it.
  if (end === undefined) throw new UpstreamError({ kind: "garbled" });
  const { lastEventId, retryMs: waitMs = retryMs } = end;
  if (lastEventId === undefined || era === "modern") throw new UpstreamError({ kind: "lost" });
  return { lastEventId, waitMs };
}

interface Sending {
  readonly direct: NonNullable<SdkTransport["direct"]>;
  readonly request: JSONRPCRequest;
  readonly options: SendOptions;
  readonly reached: Reached;
}

interface Address {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
}

/** Returns the address, and the headers of every request. They are opened once a connection. */
function addressOf({ url: given, headers }: HttpTransport): Address {
  const address = withoutCredentials(given);
  const sealed = Object.entries(headers?.values ?? {});
  return { ...address, headers: openHeaders(address.headers, sealed) };
}

/** Splits credentials off the address: every error about the address would repeat them. */
function withoutCredentials(given: URL): Address {
  const url = new URL(given);
  if (url.username === "" && url.password === "") return { url, headers: {} };
  const pair = [url.username, url.password].map(percentDecoded).join(":");
  url.username = "";
  url.password = "";
  return { url, headers: { authorization: `Basic ${Buffer.from(pair).toString("base64")}` } };
}

/** Wraps the SDK's transport and takes out our answers before its client sees them. */
function withInbox(
  { transport: inner, endsWith, startFailure }: SdkTransport,
  matcher: ResponseMatcher,
): ClientTransport {
  const outer: ClientTransport = {
    hasPerRequestStream: inner.hasPerRequestStream === true,
    start: () =>
      inner.start().catch((error: unknown) => {
        throw startFailure?.() ?? error;
      }),
    send: (message, options) => inner.send(message, options),
    close: () => inner.close(),
    setProtocolVersion: (version) => {
      inner.setProtocolVersion?.(version);
    },
  };
  // The SDK has one listener of each kind, set by these properties.
  Object.assign(inner, {
    onmessage: (message: JSONRPCMessage) => {
      if (!matcher.take(message)) outer.onmessage?.(message);
    },
    onclose: () => outer.onclose?.(),
    onerror: (error: Error) => {
      outer.onerror?.(error);
      if (endsWith(error)) void inner.close();
    },
  } satisfies Partial<ClientTransport>);
  return outer;
}

/**
 * Closes the connection if a legacy server has lost our session: it refuses everything until a new
 * handshake.
 */
async function closeIfForgotten({ transport }: SdkTransport, { status }: Reached): Promise<void> {
  if (transport.sessionId === undefined || (status !== 400 && status !== 404)) return;
  // A single refusal may concern the request itself. A ping tells whether the session is gone.
  await transport
    .send({ jsonrpc: "2.0", id: "still-there", method: "ping" })
    .catch(() => transport.close());
}

async function endSession(sdk: SdkTransport, clock: Clock): Promise<void> {
  await waitAtMost(
    sdk.endSession().catch(() => undefined),
    clock,
    farewellMs,
  );
}
