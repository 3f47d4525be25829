const longestAddress = 4_096;

/**
 * Whether a person may be sent to a page: over TLS or to their own machine, with no name and password
 * in the address, and to the very host that they read. An address that a browser would read as another
 * host than it shows, or whose host only looks like ASCII, is not.
 */
export function isSafeAddress(address: string): boolean {
  if (address.length > longestAddress || /[\s\\\p{C}]/u.test(address)) return false;
  const url = URL.parse(address);
  return url !== null && isSecure(url) && !isDisguised(url) && isShownIn(address, url);
}

/** Whether the host is not what comes first, or consists of letters that only look like ASCII. */
function isDisguised({ username, password, hostname }: URL): boolean {
  const isForeign = hostname.split(".").some((label) => label.startsWith("xn--"));
  return username !== "" || password !== "" || isForeign;
}

function isShownIn(address: string, { protocol, hostname }: URL): boolean {
  const shown = `${protocol}//${hostname}`;
  const isNamed = address.toLowerCase().startsWith(shown);
  return isNamed && /^(?:$|[:/?#])/.test(address.slice(shown.length));
}

function isSecure({ protocol, hostname }: URL): boolean {
  return protocol === "https:" || (protocol === "http:" && isOwnMachine(hostname));
}

function isOwnMachine(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}
