import type { Era } from "@toolcourt/gateway/internal/protocol/era";
import type { PendingRequest } from "@toolcourt/gateway/internal/upstreams/pending-request";
import type { ResponseMatcher } from "@toolcourt/gateway/internal/upstreams/response-matcher";
import {
  type Upstream,
  UpstreamError,
  type UpstreamFault,
} from "@toolcourt/gateway/internal/upstreams/upstream";
import type { JsonObject } from "@toolcourt/sdk";

export interface FakeUpstream {
  readonly upstream: Upstream;
  readonly lose: () => void;
  readonly disposed: () => boolean;
  /** Makes every later request fail, or none if undefined. */
  readonly failWith: (fault: UpstreamFault | undefined) => void;
  /** Number of requests, including failed ones. */
  readonly requests: () => number;
  /** The resources it was last asked to watch. */
  readonly watched: () => readonly string[];
}

/**
 * Creates an upstream without tools that answers every call with its name, until a test disconnects
 * it.
 */
export function createFakeUpstream(era: Era = "legacy"): FakeUpstream {
  const lost = Promise.withResolvers<void>();
  let disposed = false;
  let fault: UpstreamFault | undefined;
  let requests = 0;
  let watched: readonly string[] = [];
  const answer = async <T>(result: T): Promise<T> => {
    requests += 1;
    if (fault !== undefined) throw new UpstreamError(fault);
    return result;
  };
  return {
    upstream: {
      era,
      listTools: () => answer([]),
      callTool: ({ name }) => answer({ content: [], called: name }),
      request: ({ method }) => answer({ requested: method }),
      capabilities: () => ({}),
      watchResources: async (uris) => {
        watched = uris;
      },
      lost: lost.promise,
      [Symbol.asyncDispose]: async () => {
        disposed = true;
        lost.resolve();
      },
    },
    lose: () => {
      lost.resolve();
    },
    disposed: () => disposed,
    failWith: (next) => {
      fault = next;
    },
    requests: () => requests,
    watched: () => watched,
  };
}

/** Registers a request, and resolves with its answer. */
export function answerTo(
  matcher: ResponseMatcher,
  id: number,
  { era = "legacy", channel }: Partial<Pick<PendingRequest, "era" | "channel">> = {},
): Promise<JsonObject> {
  return new Promise((resolve, reject) => {
    matcher.expect(id, { resolve, reject, era, channel });
  });
}
