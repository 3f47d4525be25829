import type { IncomingMessage } from "node:http";
import {
  metadataOf,
  metadataPaths,
  type ProtectedResource,
  resourceAt,
} from "../governance/identity/protected-resource.ts";
import type { GatewayApi, NotReady, PendingFile } from "./entrance.ts";
import { startPage, startPageHeaders } from "./start-page.ts";

/** A public page. */
export interface Page {
  readonly status: number;
  readonly type: "text/plain" | "application/json" | "text/html; charset=utf-8";
  readonly text: string;
  /** Besides those of every page. Default: none. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Why a gateway is not ready once its stop has begun. */
export const draining: NotReady = { code: "stopping", text: "The gateway is stopping." };

export interface PagesOptions extends Pick<GatewayApi, "whyNotReady" | "leftOut" | "pendingFiles"> {
  /** Paths of the protocol. */
  readonly paths: readonly string[];
  readonly resource: ProtectedResource | undefined;
  /** Default: plain HTTP. */
  readonly isTls?: boolean;
  /** Default: the console is off. */
  readonly hasConsole?: boolean;
}

/**
 * Creates the pages outside the protocol, for supervisors, clients without a token and lost
 * visitors.
 */
export function createPages(options: PagesOptions) {
  const { paths, whyNotReady, leftOut = () => [], pendingFiles = () => [], resource } = options;
  const [path] = paths;
  const described = resource === undefined ? noPages : metadataPages(resource, paths);

  const readyPage = (accept: string | undefined): Page => {
    const reasons = whyNotReady();
    const status = reasons.length === 0 ? 200 : 503;
    const told = new Set<string>(reasons.map(({ code }) => code));
    const warnings = pendingFiles()
      .map(warningOf)
      .filter(({ code }) => !told.has(code));
    if (wantsJson(accept)) return readyJson(status, reasons, warnings);
    const ready = status === 200 ? [readyText(leftOut(), resource === undefined)] : [];
    return plain(status, [...ready, ...[...reasons, ...warnings].map(reasonText)].join("\n"));
  };

  const start = createStart(options);
  return ({ url = "", method, headers }: IncomingMessage): Page => {
    if (url === "/healthz") return plain(200, "alive");
    if (url === "/readyz") return readyPage(headers.accept);
    const of = described.get(url);
    if (of === undefined) {
      const nothing = plain(404, `There is nothing here; connect to ${path}.`);
      return readsHtml(method, headers.accept) ? start(url, headers.host) : nothing;
    }
    if (!isRead(method)) return plain(405, "This can only be read.");
    // Read anew each time: a reload may change its issuers and scopes.
    return { status: 200, type: "application/json", text: JSON.stringify(metadataOf(of())) };
  };
}

function isRead(method: string | undefined): boolean {
  return method === "GET" || method === "HEAD";
}

/** A browser that was led to an address without anything gets a page for people. */
function readsHtml(method: string | undefined, accept = ""): boolean {
  return isRead(method) && accept.split(",").some((each) => /^\s*text\/html\s*(?:;|$)/i.test(each));
}

/** The guards have passed the host. */
function createStart({
  paths: [path = ""],
  resource,
  isTls = false,
  hasConsole = false,
}: PagesOptions) {
  return (url: string, host = ""): Page => {
    const own = `${isTls ? "https" : "http"}://${host}${path}`;
    const address = resource === undefined ? own : resourceAt(resource, path).resource.href;
    const asksForKey = resource !== undefined && resource.issuers.length === 0;
    return {
      status: /^\/(?:\?|$)/.test(url) ? 200 : 404,
      type: "text/html; charset=utf-8",
      text: startPage({ url: address, asksForKey, hasConsole }),
      headers: startPageHeaders,
    };
  };
}

type Described = () => ProtectedResource;

const noPages: ReadonlyMap<string, Described> = new Map();

/** Returns what is described at each page: the gateway, and each of its paths (RFC 9728). */
function metadataPages(
  whole: ProtectedResource,
  paths: readonly string[],
): ReadonlyMap<string, Described> {
  const pages = new Map<string, Described>();
  for (const path of paths) {
    const [page = ""] = metadataPaths(resourceAt(whole, path));
    pages.set(page, () => resourceAt(whole, path));
  }
  for (const page of metadataPaths(whole)) pages.set(page, () => whole);
  return pages;
}

/** A supervisor that asks for JSON gets it. Text stays the default, for people and scripts. */
function wantsJson(accept = ""): boolean {
  return accept.split(",").some((each) => each.trim().startsWith("application/json"));
}

function readyJson(
  status: 200 | 503,
  reasons: readonly NotReady[],
  warnings: readonly Warning[],
): Page {
  const warned = warnings.length === 0 ? {} : { warnings };
  const body = { status: status === 200 ? "ready" : "not-ready", reasons, ...warned };
  return { status, type: "application/json", text: `${JSON.stringify(body)}\n` };
}

function reasonText({ text, next }: Omit<NotReady, "code">): string {
  return next === undefined ? text : `${text} Next: ${next}`;
}

interface Warning extends Omit<NotReady, "code"> {
  /** Public: never rename one. */
  readonly code: `${PendingFile["file"]}-${PendingFile["state"]}`;
}

const kinds = {
  configuration: "toolcourt.yaml",
  policy: "The policy file",
  keys: "The keys file",
  certificate: "The certificate",
} satisfies Record<PendingFile["file"], string>;

/** What holds while a file is unusable. */
const outcomes = {
  configuration: "its last change is not in force",
  policy: "every call is refused",
  keys: "its keys are refused",
  certificate: "its last change is not in force",
} satisfies Record<PendingFile["file"], string>;

/** The log of the gateway says what is wrong, or what waits. */
function warningOf({ file, state }: PendingFile): Warning {
  const code = `${file}-${state}` as const;
  if (state === "unusable") {
    const text = `${kinds[file]} is unusable, so ${outcomes[file]}.`;
    return { code, text, next: "toolcourt doctor" };
  }
  const next = file === "configuration" ? "toolcourt effective --diff" : "toolcourt reload";
  const text = `${kinds[file]} was changed, and what the change adds waits for a reload.`;
  return { code, text, next };
}

/** Names servers only where every client is the operator. Others learn how many there are. */
function readyText(leftOut: readonly string[], isLocal: boolean): string {
  if (leftOut.length === 0) return "ready";
  return `ready, without servers that are left out: ${isLocal ? leftOut.join(", ") : leftOut.length}. Next: toolcourt servers`;
}

function plain(status: number, text: string): Page {
  return { status, type: "text/plain", text: `${text}\n` };
}
