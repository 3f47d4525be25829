import type { Route } from "./gateway-route.ts";
import { type ReadUrl, readUrl } from "./read-url.ts";

/**
 * Where a link in an answer leads, as a URL of the same target: a next page, or a redirect. A link to
 * the gateway is led back to what it stands for. Undefined for whatever leads elsewhere.
 */
export function followLink(link: string, from: ReadUrl, route?: Route): string | undefined {
  const reading = readUrl(absolute(link, from) ?? "");
  if (reading.kind === "unreadable") return undefined;
  reading.url.hash = "";
  if (reading.url.origin === from.url.origin) return reading.url.href;
  return route?.back(reading.url, from)?.href;
}

// What is absolute is left as it is written, so that it is read as strictly as any other URL.
function absolute(link: string, from: ReadUrl): string | undefined {
  if (link === "" || /[\p{C}\s\\]/u.test(link)) return undefined;
  return /^[a-z][a-z0-9+.-]*:/i.test(link) ? link : URL.parse(link, from.url.href)?.href;
}
