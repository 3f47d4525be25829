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

export interface PagesOptions extends Pick<GatewayApi, "isReady"> {
  /** Path of the protocol. */
  readonly path: string;
  readonly resource: ProtectedResource | undefined;
}

/**
 * Creates the pages outside the protocol, for supervisors, clients without a token and lost
 * visitors.
 */
export function createPages({ path, isReady, resource }: PagesOptions) {
  const paths = resource === undefined ? [] : metadataPaths(resource);
  const metadata = resource === undefined ? "" : JSON.stringify(metadataOf(resource));

  return ({ url = "", method }: IncomingMessage): Page => {
    if (url === "/healthz") return plain(200, "alive");
    if (url === "/readyz") {
      return isReady()
        ? plain(200, "ready")
        : plain(503, "A required server is not connected, or the gateway is stopping.");
    }
    if (!paths.includes(url)) return plain(404, `There is nothing here; connect to ${path}.`);
    if (method !== "GET" && method !== "HEAD") return plain(405, "This can only be read.");
    return { status: 200, type: "application/json", text: metadata };
  };
}

function plain(status: number, text: string): Page {
  return { status, type: "text/plain", text: `${text}\n` };
}
