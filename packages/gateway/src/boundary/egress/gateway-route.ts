import type { Secret } from "../secrets/secret.ts";
import type { Addresses } from "./address.ts";
import type { Endpoint } from "./egress-rules.ts";
import { type ReadUrl, readUrl } from "./read-url.ts";

/** A gateway, such as API Management, in front of targets. */
export interface GatewayRoute {
  readonly baseUrl: string;
  /** The gateway path of each target, by origin. */
  readonly paths: Readonly<Record<string, string>>;
  /** The gateway's own key, unknown to callers. Default: none. */
  readonly key?: { readonly header: string; readonly value: Secret };
  /** The gateway's own token, beside the credential of the target. Default: none. */
  readonly token?: GatewayToken;
  /** The addresses the gateway may have. Default: `public`. */
  readonly addresses?: Addresses;
}

/** The header of the gateway's own token, and its current value. */
export interface GatewayToken {
  readonly header: string;
  /** Throws an `EgressFailure` if there is none. */
  readonly current: (signal: AbortSignal) => Promise<Secret>;
}

export class Route {
  readonly endpoint: Endpoint;
  readonly #base: URL;
  readonly #paths: GatewayRoute["paths"];

  constructor({ baseUrl, paths }: GatewayRoute) {
    const base = readUrl(baseUrl);
    if (base.kind === "unreadable" || base.url.search !== "" || base.url.hash !== "") {
      throw new TypeError("The gateway's base URL is a plain absolute URL.");
    }
    this.endpoint = base;
    this.#base = base.url;
    this.#paths = paths;
  }

  /** Returns the gateway URL of a target, or undefined if the gateway does not serve it. */
  through(target: ReadUrl): URL | undefined {
    const prefix = this.#below(target);
    if (prefix === undefined) return undefined;
    return placed(this.#base, joined(prefix, target.url.pathname), target.url.search);
  }

  /** Maps a gateway URL back to the target URL, if it belongs to this target. */
  back(url: URL, target: ReadUrl): URL | undefined {
    const prefix = this.#below(target);
    if (prefix === undefined || url.origin !== this.#base.origin) return undefined;
    if (!url.pathname.startsWith(`${prefix}/`)) return undefined;
    return placed(target.url, url.pathname.slice(prefix.length), url.search);
  }

  #below({ url: { origin } }: ReadUrl): string | undefined {
    const path = Object.hasOwn(this.#paths, origin) ? this.#paths[origin] : undefined;
    return path === undefined ? undefined : joined(this.#base.pathname, path);
  }
}

/** Joins two paths with exactly one slash. */
function joined(first: string, second: string): string {
  return `${first.replace(/\/+$/, "")}${second.startsWith("/") || second === "" ? "" : "/"}${second}`;
}

function placed(base: URL, path: string, search: string): URL {
  const url = new URL(base);
  url.pathname = path;
  url.search = search;
  url.hash = "";
  return url;
}

/**
 * Resolves a link in an answer (next page or redirect) to a URL of the same target. Maps a gateway
 * link back to the target. Returns undefined for any other destination.
 */
export function followLink(link: string, from: ReadUrl, route?: Route): string | undefined {
  const reading = readUrl(absolute(link, from) ?? "");
  if (reading.kind === "unreadable") return undefined;
  reading.url.hash = "";
  if (reading.url.origin === from.url.origin) return reading.url.href;
  return route?.back(reading.url, from)?.href;
}

// Absolute links stay as written, so the strict URL check sees them unrepaired.
function absolute(link: string, from: ReadUrl): string | undefined {
  if (link === "" || /[\p{C}\s\\]/u.test(link)) return undefined;
  return /^[a-z][a-z0-9+.-]*:/i.test(link) ? link : URL.parse(link, from.url.href)?.href;
}
