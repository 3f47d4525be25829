import type { IncomingMessage } from "node:http";
import {
  metadataOf,
  metadataPaths,
  type ProtectedResource,
} from "../governance/identity/protected-resource.ts";
import type { GatewayApi } from "./entrance.ts";

/** A public page. */
export interface Page {
  readonly status: number;
  readonly type: "text/plain" | "application/json";
  readonly text: string;
}

export interface PagesOptions extends Pick<GatewayApi, "whyNotReady" | "leftOut"> {
  /** Path of the protocol. */
  readonly path: string;
  readonly resource: ProtectedResource | undefined;
}

/**
 * Creates the pages outside the protocol, for supervisors, clients without a token and lost
 * visitors.
 */
export function createPages({ path, whyNotReady, leftOut = () => [], resource }: PagesOptions) {
  const paths = resource === undefined ? [] : metadataPaths(resource);
  const metadata = resource === undefined ? "" : JSON.stringify(metadataOf(resource));

  return ({ url = "", method }: IncomingMessage): Page => {
    if (url === "/healthz") return plain(200, "alive");
    if (url === "/readyz") {
      const because = whyNotReady();
      if (because !== undefined) return plain(503, because);
      return plain(200, readyText(leftOut(), resource === undefined));
    }
    if (!paths.includes(url)) return plain(404, `There is nothing here; connect to ${path}.`);
    if (method !== "GET" && method !== "HEAD") return plain(405, "This can only be read.");
    return { status: 200, type: "application/json", text: metadata };
  };
}

/** Names servers only where every client is the operator. Others learn how many there are. */
function readyText(leftOut: readonly string[], isLocal: boolean): string {
  if (leftOut.length === 0) return "ready";
  return `ready, without servers that are left out: ${isLocal ? leftOut.join(", ") : leftOut.length}. Next: toolcourt servers`;
}

function plain(status: number, text: string): Page {
  return { status, type: "text/plain", text: `${text}\n` };
}
