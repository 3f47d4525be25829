import { isIPv6 } from "node:net";

/** What is wrong with the spelling of a URL, regardless of its destination. */
export type UrlFault = "too-long" | "characters" | "scheme" | "userinfo" | "host" | "port" | "path";

export interface ReadUrl {
  readonly url: URL;
  readonly scheme: "http" | "https";
  /** Lower case, without brackets or trailing dot. */
  readonly host: string;
  readonly port: number;
}

export type UrlReading =
  | ({ readonly kind: "read" } & ReadUrl)
  | { readonly kind: "unreadable"; readonly fault: UrlFault };

const maxUrlLength = 8_192;
/** The default port of each scheme. */
export const defaultPorts = { http: 80, https: 443 } as const;
const label = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
// The parser resolves `..` between plain slashes. The remaining ones target a second decoding, or a
// server that strips path parameters after a semicolon first.
const climbs = /(?:^|\/|%2f|%5c)(?:\.|%2e){2}(?:$|\/|;|%2f|%3b|%5c)/i;

/**
 * Accepts a URL only in its canonical spelling. Parsers repair odd spellings differently, so such a
 * URL may lead somewhere unexpected.
 */
export function readUrl(text: string): UrlReading {
  if (text.length > maxUrlLength) return unreadable("too-long");
  if (/[\p{C}\s\\]/u.test(text)) return unreadable("characters");
  const parts = /^(https?):\/\/([^/?#]*)/i.exec(text);
  if (parts === null) return unreadable("scheme");
  const [, scheme = "", authority = ""] = parts;
  if (authority.includes("@")) return unreadable("userinfo");
  return readAuthority(text, scheme.toLowerCase() === "http" ? "http" : "https", authority);
}

function readAuthority(text: string, scheme: ReadUrl["scheme"], authority: string): UrlReading {
  const parts = /^(\[[0-9a-f:.]+\]|[^:[\]]+)(?::(.*))?$/i.exec(authority);
  if (parts === null) return unreadable("host");
  const [, written = "", writtenPort] = parts;
  const port = portOf(writtenPort ?? String(defaultPorts[scheme]));
  if (port === undefined) return unreadable("port");
  const url = URL.parse(text);
  if (url === null) return unreadable("host");
  const host = hostOf(url, written);
  if (host === undefined) return unreadable("host");
  return climbs.test(url.pathname)
    ? unreadable("path")
    : { kind: "read", url: atHost(url, host), scheme, host, port };
}

// A trailing dot only marks the name as complete. Two spellings of one host would count as two
// hosts.
function atHost(url: URL, host: string): URL {
  if (!url.hostname.endsWith(".")) return url;
  const same = new URL(url);
  if (!isIPv6(host)) same.hostname = host;
  return same;
}

/**
 * Returns the host, unless its spelling differs from its meaning: 0x7f.1, 127。0。0。1, a%6c, ａllowed.
 */
function hostOf(url: URL, written: string): string | undefined {
  if (written.startsWith("[")) return url.hostname.slice(1, -1);
  const host = withoutDot(written.toLowerCase());
  if (host !== withoutDot(url.hostname) || host.length > 253) return undefined;
  return host.split(".").every((part) => label.test(part)) ? host : undefined;
}

function withoutDot(host: string): string {
  return host.endsWith(".") ? host.slice(0, -1) : host;
}

function portOf(written: string): number | undefined {
  if (!/^[1-9]\d{0,4}$/.test(written)) return undefined;
  const port = Number(written);
  return port <= 65_535 ? port : undefined;
}

function unreadable(fault: UrlFault): UrlReading {
  return { kind: "unreadable", fault };
}
