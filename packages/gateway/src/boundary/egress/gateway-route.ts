import type { Secret } from "../secrets/secret.ts";
import type { Addresses } from "./address.ts";
import type { Endpoint } from "./reach.ts";
import { type ReadUrl, readUrl } from "./read-url.ts";

/** A gateway, such as API Management, that requests to targets go through. */
export interface GatewayRoute {
  readonly baseUrl: string;
  /** Below which path of the gateway each target is found, by origin. */
  readonly paths: Readonly<Record<string, string>>;
  /** The gateway's own key, which no caller knows. */
  readonly key?: { readonly header: string; readonly value: Secret };
  /** Where the gateway may lie. Default `public`. */
  readonly addresses?: Addresses;
}

export interface Route {
  readonly endpoint: Endpoint;
  /** Where the gateway serves a target, or undefined for a target it does not serve. */
  readonly through: (target: ReadUrl) => URL | undefined;
  /** What a URL of the gateway stands for, if it is one of this target's. */
  readonly back: (url: URL, target: ReadUrl) => URL | undefined;
}

export function createRoute({ baseUrl, paths }: GatewayRoute): Route {
  const base = readUrl(baseUrl);
  if (base.kind === "unreadable" || base.url.search !== "" || base.url.hash !== "") {
    throw new TypeError("The gateway's base URL is a plain absolute URL.");
  }
  const below = (target: ReadUrl): string | undefined => {
    const { origin } = target.url;
    const path = Object.hasOwn(paths, origin) ? paths[origin] : undefined;
    return path === undefined ? undefined : joined(base.url.pathname, path);
  };

  return {
    endpoint: base,
    through: (target) => {
      const prefix = below(target);
      if (prefix === undefined) return undefined;
      return placed(base.url, joined(prefix, target.url.pathname), target.url.search);
    },
    back: (url, target) => {
      const prefix = below(target);
      if (prefix === undefined || url.origin !== base.url.origin) return undefined;
      if (!url.pathname.startsWith(`${prefix}/`)) return undefined;
      return placed(target.url, url.pathname.slice(prefix.length), url.search);
    },
  };
}

/** One path after another, with one slash between them and none at the end of the first. */
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
