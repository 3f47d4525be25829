import {
  type FetchLike,
  type Transport as SdkTransport,
  SSEClientTransport,
  SseError,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import type { Session } from "./request-headers.ts";

/** One of the SDK's two HTTP transports, with its differences. */
export interface Carrier {
  readonly transport: SdkTransport;
  /** How a request is sent and answered. Absent if answers come on a separate stream. */
  readonly direct?: {
    readonly session: () => Session;
    /** Requests the events after the given one. */
    readonly resume: (lastEventId: string) => Promise<void>;
  };
  /** Returns whether this error ends the connection, although the SDK would go on. */
  readonly endsWith: (error: Error) => boolean;
  /** Ends the session on the server, if there is one. */
  readonly sayGoodbye: () => Promise<void>;
}

export function createStreamable(url: URL, fetch: FetchLike): Carrier {
  const transport = new StreamableHTTPClientTransport(url, {
    fetch,
    onInsufficientScope: "throw",
  });
  return {
    transport,
    direct: {
      session: () => ({ id: transport.sessionId, protocolVersion: transport.protocolVersion }),
      resume: (lastEventId) => transport.resumeStream(lastEventId),
    },
    endsWith: () => false,
    sayGoodbye: () => transport.terminateSession(),
  };
}

export function createSse(url: URL, fetch: FetchLike): Carrier {
  // oxlint-disable-next-line typescript/no-deprecated -- servers that speak nothing else are still around
  const transport = new SSEClientTransport(url, { fetch });
  return {
    transport,
    // The stream is the session: after a reconnect the server would not know us.
    endsWith: (error) => error instanceof SseError,
    sayGoodbye: async () => undefined,
  };
}
