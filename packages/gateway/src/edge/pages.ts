import type { IncomingMessage } from "node:http";
import {
  metadataOf,
  metadataPaths,
  type ProtectedResource,
} from "../governance/identity/protected-resource.ts";
import type { GatewayApi, NotReady } from "./entrance.ts";

/** A public page. */
export interface Page {
  readonly status: number;
  readonly type: "text/plain" | "application/json";
  readonly text: string;
}

/** Why a gateway is not ready once its stop has begun. */
export const draining: NotReady = { code: "stopping", text: "The gateway is stopping." };

export interface PagesOptions extends Pick<GatewayApi, "whyNotReady" | "leftOut" | "isWaiting"> {
  /** Path of the protocol. */
  readonly path: string;
  readonly resource: ProtectedResource | undefined;
}

/**
 * Creates the pages outside the protocol, for supervisors, clients without a token and lost
 * visitors.
 */
export function createPages(options: PagesOptions) {
  const { path, whyNotReady, leftOut = () => [], isWaiting = () => false, resource } = options;
  const paths = resource === undefined ? [] : metadataPaths(resource);

  const readyPage = (accept: string | undefined): Page => {
    const reasons = whyNotReady();
    const status = reasons.length === 0 ? 200 : 503;
    if (wantsJson(accept)) return readyJson(status, reasons, isWaiting());
    if (status === 503) return plain(status, reasons.map(reasonText).join("\n"));
    const text = readyText(leftOut(), resource === undefined);
    return plain(status, isWaiting() ? `${text}\n${reasonText(waiting)}` : text);
  };

  return ({ url = "", method, headers }: IncomingMessage): Page => {
    if (url === "/healthz") return plain(200, "alive");
    if (url === "/readyz") return readyPage(headers.accept);
    if (resource === undefined || !paths.includes(url))
      return plain(404, `There is nothing here; connect to ${path}.`);
    if (method !== "GET" && method !== "HEAD") return plain(405, "This can only be read.");
    // Read anew each time: a reload may change its issuers and scopes.
    return { status: 200, type: "application/json", text: JSON.stringify(metadataOf(resource)) };
  };
}

/** A supervisor that asks for JSON gets it. Text stays the default, for people and scripts. */
function wantsJson(accept = ""): boolean {
  return accept.split(",").some((each) => each.trim().startsWith("application/json"));
}

function readyJson(status: 200 | 503, reasons: readonly NotReady[], waits: boolean): Page {
  const warnings = waits ? { warnings: [waiting] } : {};
  const body = { status: status === 200 ? "ready" : "not-ready", reasons, ...warnings };
  return { status, type: "application/json", text: `${JSON.stringify(body)}\n` };
}

function reasonText({ text, next }: Omit<NotReady, "code">): string {
  return next === undefined ? text : `${text} Next: ${next}`;
}

/** The file may have a mistake, or add something: the log of the gateway says which. */
const waiting = {
  code: "configuration-waiting",
  text: "The configuration file was changed, and the change is not in force.",
  next: "toolcourt effective --diff",
} as const;

/** Names servers only where every client is the operator. Others learn how many there are. */
function readyText(leftOut: readonly string[], isLocal: boolean): string {
  if (leftOut.length === 0) return "ready";
  return `ready, without servers that are left out: ${isLocal ? leftOut.join(", ") : leftOut.length}. Next: toolcourt servers`;
}

function plain(status: number, text: string): Page {
  return { status, type: "text/plain", text: `${text}\n` };
}
