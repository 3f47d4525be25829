import type { UpstreamDeps } from "./connection.ts";
import { openHttpUpstream } from "./http/open-http-upstream.ts";
import { openStdioUpstream } from "./stdio/open-stdio-upstream.ts";
import type { Transport } from "./transport.ts";
import type { Upstream } from "./upstream.ts";

/** Opens a connection to a server over any transport. */
export function openUpstream(transport: Transport, deps: UpstreamDeps): Promise<Upstream> {
  return transport.kind === "stdio"
    ? openStdioUpstream(transport, deps)
    : openHttpUpstream(transport, deps);
}
