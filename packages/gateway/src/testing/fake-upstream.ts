import type { Era, Upstream } from "../upstreams/upstream.ts";

export interface FakeUpstream {
  readonly upstream: Upstream;
  readonly lose: () => void;
  readonly disposed: () => boolean;
}

/** An upstream without tools that answers every call with its name, until a test loses it. */
export function createFakeUpstream(era: Era = "legacy"): FakeUpstream {
  const lost = Promise.withResolvers<void>();
  let disposed = false;
  return {
    upstream: {
      era,
      listTools: async () => [],
      callTool: async ({ name }) => ({ content: [], called: name }),
      request: async ({ method }) => ({ requested: method }),
      capabilities: () => ({}),
      watchResources: async () => undefined,
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
  };
}
