import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { withTimeout } from "@toolcourt/contracts/internal/kernel/with-timeout";
import { Agent, buildConnector } from "undici";
import { classify } from "./classify.ts";
import type { Connect, Dial } from "./connector.ts";
import { EgressFailure, transportFailure } from "./egress-failure.ts";
import { readUrl } from "./read-url.ts";
import { receive } from "./receive.ts";

/** The one URL. Every other link-local address stays unreachable, and this one for all others. */
const tokenUrl = "http://169.254.169.254/metadata/identity/oauth2/token";

export interface InstanceMetadataDeps extends Pick<Runtime, "clock"> {
  /** Default: the network. */
  readonly dial?: Dial | undefined;
}

/** The metadata service of a virtual machine (IMDS), for tokens of its managed identity only. */
export interface InstanceMetadata extends AsyncDisposable {
  /** Returns the answer as text. Throws an `EgressFailure`. */
  readonly token: (query: Readonly<Record<string, string>>, signal: AbortSignal) => Promise<string>;
}

const maxBytes = 64 * 1024;
const timeoutMs = 10_000;
/** A machine without the service often drops packets. */
const dialMs = 2_000;

/**
 * Opens the way to the metadata service. It is no part of the egress, which refuses all link-local
 * addresses: no rule, no setting and no caller can choose the address or the path.
 */
export function openInstanceMetadata({ clock, dial }: InstanceMetadataDeps): InstanceMetadata {
  const agent = new Agent({
    connect: createMetadataConnector(dial),
    connections: 1,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return {
    token: async (query, signal) => {
      const read = readUrl(tokenUrl);
      if (read.kind === "unreadable") throw new EgressFailure("url-refused");
      const sentTo = new URL(`${tokenUrl}?${new URLSearchParams(query).toString()}`);
      // The header proves that no redirect led here: the service refuses requests without it.
      const headers = { metadata: "true", accept: "application/json" };
      const dispatch = { target: read, sentTo, method: "GET", headers, sealed: [] } as const;
      const received = await withTimeout({ clock, ms: timeoutMs, signal }, (each) =>
        receive(agent, { ...dispatch, body: undefined }, { signal: each, maxBytes }),
      ).catch((error: unknown) => {
        throw signal.aborted ? error : transportFailure(error, "unreachable");
      });
      if (received.status !== 200) throw classify(received, clock.now());
      return received.body.toString("utf8");
    },
    [Symbol.asyncDispose]: () => agent.destroy(),
  };
}

/** Connects to the metadata service, and to nothing else. Asks no name server. */
export function createMetadataConnector(
  dial: Dial = buildConnector({ allowH2: false, timeout: dialMs }),
): Connect {
  const own = new URL(tokenUrl);
  return (asked, report) => {
    const isOwn =
      asked.protocol === own.protocol && asked.hostname === own.hostname && isPort80(asked.port);
    if (isOwn) dial(asked, report);
    else report(new EgressFailure("host-refused"), null);
  };
}

function isPort80(port: string): boolean {
  return port === "" || port === "80";
}
