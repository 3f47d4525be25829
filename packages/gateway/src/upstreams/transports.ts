import type { UpstreamDeps } from "./connection.ts";
import { openHttpUpstream } from "./http/open-http-upstream.ts";
import { openStdioUpstream } from "./stdio/open-stdio-upstream.ts";
import type { Transport, TransportSettings } from "./transport.ts";
import type { Upstream } from "./upstream.ts";

type Open<Kind extends keyof TransportSettings> = (
  transport: Transport<Kind>,
  deps: UpstreamDeps,
) => Promise<Upstream>;

/** How each kind is opened. A new kind is one row here and one in `TransportSettings`. */
const transports: { readonly [Kind in keyof TransportSettings]: Open<Kind> } = {
  streamable_http: openHttpUpstream,
  sse: openHttpUpstream,
  stdio: openStdioUpstream,
};

/** Opens a connection to a server over any transport. */
export function openUpstream<Kind extends keyof TransportSettings>(
  transport: Transport<Kind>,
  deps: UpstreamDeps,
): Promise<Upstream> {
  return transports[transport.kind](transport, deps);
}
