import type { Route } from "./gateway-route.ts";
import { type ReadUrl, readUrl } from "./read-url.ts";

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
