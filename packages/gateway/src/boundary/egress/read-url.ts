import { isIPv6 } from "node:net";

/** What is wrong with a URL before anybody asks where it leads. */
export type UrlFault = "too-long" | "characters" | "scheme" | "userinfo" | "host" | "port" | "path";

export interface ReadUrl {
  readonly url: URL;
  readonly scheme: "http" | "https";
  /** Lower case, without brackets and without a dot at the end. */
  readonly host: string;
  readonly port: number;
}

export type UrlReading =
  | ({ readonly kind: "read" } & ReadUrl)
  | { readonly kind: "unreadable"; readonly fault: UrlFault };

const longestUrl = 8_192;
/** Where a scheme is served unless a URL says otherwise. */
export const defaultPorts = { http: 80, https: 443 } as const;
const label = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
// The parser resolves steps upwards between plain slashes. Those that are left wait for a second decoding,
// or for a server that takes what follows a semicolon off first.
const climbs = /(?:^|\/|%2f|%5c)(?:\.|%2e){2}(?:$|\/|;|%2f|%3b|%5c)/i;

/**
 * Takes a URL only in the spelling in which it is also meant. Parsers repair what is odd, each in
 * its own way, so a URL that would have to be repaired leads somewhere else than it seems to.
 */
export function readUrl(text: string): UrlReading {
  if (text.length > longestUrl) return unreadable("too-long");
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

// One dot at the end says only that the name is complete; two spellings of a host would be two hosts.
function atHost(url: URL, host: string): URL {
  if (!url.hostname.endsWith(".")) return url;
  const same = new URL(url);
  if (!isIPv6(host)) same.hostname = host;
  return same;
}

/** The host, unless it is written otherwise than it is understood: 0x7f.1, 127。0。0。1, a%6c, ａllowed. */
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
