const longestAddress = 4_096;

/**
 * Returns whether a person may be sent to a page. Requires TLS or the local machine, no credentials
 * in the address, and the very host that is shown. Refuses addresses that a browser reads as
 * another host. Also refuses hosts that only look like ASCII.
 */
export function isSafeAddress(address: string): boolean {
  if (address.length > longestAddress || /[\s\\\p{C}]/u.test(address)) return false;
  const url = URL.parse(address);
  return url !== null && isSecure(url) && !isDisguised(url) && isShownIn(address, url);
}

/** Returns whether the host is not what comes first, or only looks like ASCII. */
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
